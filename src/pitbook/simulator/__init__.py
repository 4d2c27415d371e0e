"""Simulator: millions of rounds in kernels, equal to settlement line by line, the same for a seed everywhere."""

from pitbook.simulator.setup import Asked
from pitbook.simulator.simulation import Simulation, simulate

__all__ = ["Asked", "Simulation", "simulate"]
