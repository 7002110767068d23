"""Style of all plots of measurements.

It needs matplotlib, without a display.
"""

from __future__ import annotations

import matplotlib

COLORS = ("#1f5a96", "#c8501e", "#3c8c50", "#82459b", "#a08214", "#4aa0b4")
matplotlib.rcParams.update(
    {
        "axes.grid": True,
        "grid.alpha": 0.3,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "font.size": 9.0,
        "savefig.dpi": 130.0,
        "lines.linewidth": 1.2,
    }
)
