"""Simulated hardware with the same faults as real hardware."""
