"""Simulator: millions of rounds in kernels, equal to settlement line by line, the same for a seed everywhere."""

from pitbook.simulator.setup import SimulationRequest
from pitbook.simulator.simulation import Simulation, simulate

__all__ = ["Simulation", "SimulationRequest", "simulate"]
