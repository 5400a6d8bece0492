"""Simulated hardware with the same faults as the real one."""
