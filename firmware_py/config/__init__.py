"""The configuration: defaults, the owner's file, the settings made at the box, and the wiring."""
