"""Boxes of features, compiled: the first rule that holds."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Cube, Vector
from pitbook.compiled import kernel
from pitbook.strategy.conditions import Box


def boxes_of(boxes: Sequence[Box]) -> NDArray[np.int64]:
    """Boxes for the kernels: by rule and feature, the least and the greatest value."""
    return np.array(boxes, np.int64)


@kernel
def first_rule(features: Vector[np.int64], boxes: Cube[np.int64]) -> int:
    """The number of the first box that the features lie in; -1 if there is none."""
    for rule in range(boxes.shape[0]):
        holds = True
        for feature in range(boxes.shape[1]):
            value = features[feature]
            if value < boxes[rule, feature, 0] or value > boxes[rule, feature, 1]:
                holds = False
                break
        if holds:
            return rule
    return -1
