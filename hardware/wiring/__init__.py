"""The wiring of the box: one plan, made from the default configuration, and everything drawn and printed from it.

    firmware_py.config.wiring.Wiring() ──> plan.py ──┬──> harness.py     the diagram, by WireViz
                                              ├──> table.py       hardware/WIRING.md
                                              ├──> header.py      the 40 pins, labelled
                                              └──> scenes.py      the pictures of the build guide, step by step
    firmware_py.commands.doctor ──> rehearsal.py ──> what the build guide quotes

`python -m hardware.wiring` writes all of it.
"""
