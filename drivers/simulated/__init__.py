"""Simulated hardware, for the page and the tests: the same interfaces as real hardware, and the same faults.

Where it can be, a twin is the real driver on simulated parts: `SimulatedKeys` is `Keys` on gpiozero's mock pins,
`SimulatedReader` is a device on a pseudo-terminal that the real port opens. `SimulatedPanel`
decodes the commands of a display and returns the visible picture. Each has faults to switch on (`Fault`).

Callers: `firmware_py.page` for the simulated box, and tests.
"""
