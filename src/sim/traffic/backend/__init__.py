"""The ways to run SUMO: as a program behind TraCI, or as a library, in a child process of ours or
in this one.

A link starts SUMO and has ``connection`` (TraCI's domains: ``connection.vehicle.getSpeed(name)``),
``step()`` and ``decode(answer, decoder)``, which wait for a step and read it, ``exchange(message)``
for several requests in one TraCI message, ``alive``, ``close(patience)``, and ``reason(error)``,
which says what SUMO said last. What it raises is TraCI's: TraCIException for what SUMO refuses,
FatalTraCIError where it has ended.
"""
