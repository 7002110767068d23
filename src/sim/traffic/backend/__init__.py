"""Links to SUMO: over a TraCI socket, or as a library (libsumo).

The library runs in a child process or in this process. A link starts SUMO and provides
``connection`` (TraCI's domains: ``connection.vehicle.getSpeed(name)``), ``step()`` and
``decode(answer, decoder)``, which wait for a step and read it, ``exchange(message)`` for several
requests in one TraCI message, ``alive``, ``close(patience)``, and ``reason(error)``, the last error
text of SUMO. Errors are TraCI's: TraCIException if SUMO refuses a request, FatalTraCIError if SUMO
has ended.
"""
