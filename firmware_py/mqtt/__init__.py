"""What a box publishes on an MQTT broker: its table, its results, and a description for Home Assistant.

The owner switches it on with a broker in `[mqtt]`. `Publisher` runs in threads of its own: the main thread only
hands over what has changed (`Publisher.publish`) and never waits. `Outbox` remembers which results the broker
has confirmed; the results themselves are read from the journal. `table_state`, `results` and `discovery` make
the messages, `Topics` their addresses. paho-mqtt is imported when it is switched on.

Callers: `commands.run` starts the publisher; `club` reads the same topics.
"""
