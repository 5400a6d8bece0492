"""Making a Raspberry Pi a box: what has to be different on it (boot, pure), and how that is done (machine)."""
