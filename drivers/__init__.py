"""Hardware drivers: keys, displays, buzzer, dice reader, eye and terminal, as small objects.

A driver reports what happens as a value and passes it to a function `put`, usually that of a queue: `Press`
(`presses`), `Roll` (`dice`), `View` (`eye`), `Connected` and `Disconnected` (`serial_port`). It decides nothing.
Every part may be missing, be unplugged and come back. Protocols are apart from ports: `dice` and `eye` read and
write lines without I/O, `dice_port` and `eye_port` open the serial port.

Main types: `Keys`, `Recogniser` (raw edges to presses), `Display`, `Buzzer`, `DiceReader`, `Eye`, `Terminal`.
`drivers.simulated` has twins with faults.

Callers: `firmware_py.runtime` opens the drivers, `firmware_py.display` draws on them. Drivers import neither
`engine` nor `firmware_py`: they know no games.
"""
