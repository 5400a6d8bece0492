"""Hardware drivers: keys, displays, buzzer, dice reader, camera and terminal, as small objects.

A driver reports what happens as a value and passes it to a function `put`, usually that of a queue: `Press`
(`presses`), `Roll` (`dice`), `Connected` and `Disconnected` (`dice_port`). It decides nothing; a `Camera` is
asked for each picture. Every part may be missing, be unplugged and come back. The protocol of the dice reader is
apart from its port: `dice` reads and writes lines without I/O, `dice_port` opens the serial port.

Main types: `Keys`, `Recogniser` (raw edges to presses), `Display`, `Buzzer`, `DiceReader`, `Camera`, `Terminal`.
`drivers.simulated` has twins with faults.

Callers: `firmware_py.runtime` opens the drivers, `firmware_py.display` draws on them. Drivers import neither
`engine` nor `firmware_py`: they know no games.
"""
