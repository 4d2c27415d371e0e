"""Plays millions of rounds in kernels that agree with settlement line by line; a seed determines the result."""

from pitbook.simulator.setup import SimulationRequest
from pitbook.simulator.simulation import Simulation, simulate

__all__ = ["Simulation", "SimulationRequest", "simulate"]
