"""Types of the arrays that kernels take, by the number of their dimensions."""

from typing import TypeAlias, TypeVar

import numpy as np

T = TypeVar("T", bound=np.generic)
Vector: TypeAlias = np.ndarray[tuple[int], np.dtype[T]]
Matrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[T]]
Cube: TypeAlias = np.ndarray[tuple[int, int, int], np.dtype[T]]
