// Axes of values, as all charts have them.

import uPlot from "uplot";

/** What is shown of values from low to high; what stays the same runs through the middle. */
export const range: uPlot.Range.Function = (_, low, high) => (low === null ? [null, null] : low === high ? [low - 1, high + 1] : uPlot.rangeNum(low, high, 0.1, true));

/** px between two numbers, so that a chart of little height has some. */
export const space: uPlot.Axis.Space = (_chart, _axis, _low, _high, height) => Math.min(40, Math.max(18, height / 4));
