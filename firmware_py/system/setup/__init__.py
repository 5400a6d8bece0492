"""Setup of a Raspberry Pi: the boot configuration as text (boot), and the changes to the machine (machine)."""
