"""The figures of the hybrid traffic simulation (``./run bench traffic``)."""
from __future__ import annotations
import sys, tempfile
from pathlib import Path
import _overhead, _scenario
from _report import Report, header
if __name__ == "__main__":
    folder = Path(tempfile.mkdtemp())
    import time
    r = Report("traffic", header("x"))
    with _overhead.listened() as p:
        for n in map(int, sys.argv[1:]):
            t=time.time(); s = _scenario.merge(folder, n); print('scenario', time.time()-t)
            t=time.time(); m=_overhead.measure(s, p, n); print('measure', time.time()-t, m.departed, m.arrived, m.service_calls, m.vehicles)
            r.add(_overhead.figures(m, n))
            for k,c in m.costs.items(): print(k, 'typ', c.typical*1e3, 'med', np.median(c.extra)*1e3, 'bare', np.median(c.bare)*1e3, c.parts()) if False else print(k, c.typical*1e3, c.bare.mean()*1e3)
