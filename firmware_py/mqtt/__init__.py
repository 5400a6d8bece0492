"""What a box publishes on an MQTT broker: its table, its results, and a description for Home Assistant.

The owner switches it on with a broker in `[mqtt]`. Everything here runs in threads of its own: the thread of the
keys only hands over what has changed (`Publisher.publish`). paho-mqtt is imported when it is switched on.
"""
