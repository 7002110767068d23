"""Links to SUMO: its program with a port, or the traffic host.

A link starts SUMO and provides ``connection`` (TraCI's domains:
``connection.vehicle.getSpeed(name)``), ``begin_step()``, ``end_step()`` and ``decode(answer,
decoder)``, which start a step, wait for it and read it, ``exchange(message)`` for several requests
in one TraCI message, ``alive``, ``close(patience)``, and ``reason(error)``, the last error text of
SUMO. Errors are TraCI's: TraCIException if SUMO refuses a request, FatalTraCIError if SUMO
has ended.
"""
