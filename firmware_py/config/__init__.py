"""The configuration: defaults, the owner's file over them, the settings made at the box over both.

`Config` holds all of it; `load` reads the files, `save_settings` writes what people set at the box. `Wiring` is
its part about pins, displays and ports, `Mqtt` its part about the broker. A fault in a file is a `UserError`
that says where.

Everything above may read a `Config`. Only the settings screens and `sideline config` change one.
"""
