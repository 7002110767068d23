"""Box plots and tables of a suite's results, as in the paper.

Errors against the number of frames, the noise and the lidar (Figs. 5 and 6), methods compared for
each lidar (Fig. 8), and tables of all errors.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sim.picture_style import COLORS

Results = Sequence[Dict[str, Any]]
FIGURES = (("frames", "frames"), ("noise", "noise factor K"), ("lidar", "lidar"))
ERRORS = (("e_t", 1e3, "translation error [mm]"), ("e_r", 1.0, "rotation error [deg]"))
# A valid outcome has a transform with at most these errors, m and deg: either moves a point 2 m
# away, like the board, by about 0.1 m.
MOST_ERRORS = {"e_t": 0.1, "e_r": 3.0}


def draw_figures(results: Results, folder: Path) -> List[Path]:
    """Write a picture for each varied parameter.

    The others are held at their most frames and at K = 1 if present.
    """
    paths = []
    for key, label in FIGURES:
        chosen = [one for one in _held(results, key) if one["e_t"] is not None]
        if not chosen:
            continue
        figure = Figure(figsize=(9.0, 3.6), layout="constrained")
        for axis, (error, scale, title) in zip(figure.subplots(1, 2), ERRORS):
            _boxes(axis, chosen, key, error, scale)
            axis.set_xlabel(label)
            axis.set_ylabel(title)
        path = folder / f"error_against_{key}.png"
        figure.savefig(path)
        paths.append(path)
    if len({one["method"] for one in results}) > 1:
        paths.append(_comparison(results, folder / "comparison.png"))
    return paths


def is_valid(result: Dict[str, Any]) -> bool:
    """Return whether a trial's errors are within :data:`MOST_ERRORS`."""
    return all(result[key] is not None and result[key] <= most for key, most in MOST_ERRORS.items())


def table(results: Results) -> str:
    """Return a Markdown table by lidar, noise, number of frames and method.

    Median and worst errors of all transforms, the number of trials with one, the share of valid
    outcomes and the median time.
    """
    lines = [
        "| lidar | K | frames | method | e_t median / worst [mm] | e_r median / worst [deg] | "
        "transforms | valid | s |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    groups: Dict[Tuple[Any, ...], List[Dict[str, Any]]] = {}
    for one in results:
        key = tuple(one[name] for name in ("lidar", "noise", "frames", "method"))
        groups.setdefault(key, []).append(one)
    for key, members in sorted(groups.items()):
        placed = [one for one in members if one["e_t"] is not None]
        cells = [str(part) if not isinstance(part, float) else f"{part:g}" for part in key]
        for name, scale, digits in (("e_t", 1e3, 2), ("e_r", 1.0, 3)):
            values = [scale * one[name] for one in placed]
            cells.append(
                f"{np.median(values):.{digits}f} / {max(values):.{digits}f}" if values else "-"
            )
        cells += [
            f"{len(placed)} of {len(members)}",
            f"{100.0 * np.mean([is_valid(one) for one in members]):.0f} %",
            f"{np.median([one['seconds'] for one in members]):.1f}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def write_tables(results: Results, folder: Path) -> None:
    text = f"{table(results)}\n{settings_table(results)}"
    (folder / "table.md").write_text(text, encoding="utf-8")


def settings_table(results: Results) -> str:
    """Return a Markdown table of errors by lidar, setting and method.

    Errors at each K are from the most frames, the median of several seeds; "-" without a transform.
    """
    most = max((one["frames"] for one in results), default=0)
    noises = sorted({one["noise"] for one in results})
    titles = [f"K = {noise:g}: e_t [mm], e_r [deg]" for noise in noises]
    lines = [
        f"| lidar | setting | method | {' | '.join(titles)} |",
        "|---" * (3 + len(noises)) + "|",
    ]
    groups: Dict[Tuple[Any, ...], Dict[float, List[Dict[str, Any]]]] = {}
    for one in results:
        if one["frames"] == most:
            key = tuple(one[name] for name in ("lidar", "setting", "method"))
            groups.setdefault(key, {}).setdefault(one["noise"], []).append(one)
    for key, of_noise in sorted(groups.items()):
        cells = [*map(str, key), *(_errors(of_noise.get(noise, [])) for noise in noises)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _errors(trials: Results) -> str:
    placed = [one for one in trials if one["e_t"] is not None]
    if not placed:
        return "-"
    e_t, e_r = (float(np.median([one[name] for one in placed])) for name in ("e_t", "e_r"))
    return f"{1e3 * e_t:.2f}, {e_r:.3f}"


def _held(results: Results, varied: str) -> List[Dict[str, Any]]:
    most = max((one["frames"] for one in results), default=0)
    noises = {one["noise"] for one in results}
    noise = 1.0 if 1.0 in noises else max(noises, default=0.0)
    return [
        one
        for one in results
        if (varied == "frames" or one["frames"] == most)
        and (varied == "noise" or one["noise"] == noise)
    ]


def _comparison(results: Results, path: Path) -> Path:
    """Draw the valid outcomes' errors of each method, and their share. A column for each lidar."""
    held = _held(results, "lidar")
    lidars, methods = (sorted({one[key] for one in held}) for key in ("lidar", "method"))
    figure = Figure(figsize=(0.8 + 3.4 * len(lidars), 5.4), layout="constrained")
    axes = figure.subplots(2, len(lidars), sharex="col", sharey="row", squeeze=False)
    for lidar, column in zip(lidars, axes.T):
        own = [one for one in held if one["lidar"] == lidar]
        groups = [[one for one in own if one["method"] == name] for name in methods]
        valid = [[one for one in group if is_valid(one)] for group in groups]
        for axis, (error, scale, _) in zip(column, ERRORS):
            _compared(axis, [[scale * one[error] for one in group] for group in valid])
        shares = [f"{len(good)} of {len(group)}" for good, group in zip(valid, groups)]
        labels = [f"{name}\n{share}" for name, share in zip(methods, shares)]
        column[1].set_xticks(range(len(methods)), labels, fontsize=8.0)
        column[0].set_title(lidar)
    for axis, (_, _, title) in zip(axes[:, 0], ERRORS):
        axis.set_ylabel(title)
    figure.supxlabel("method, and how many outcomes are valid", fontsize=9.0)
    figure.savefig(path)
    return path


def _compared(axis: Axes, boxes: Sequence[Sequence[float]]) -> None:
    """Draw a box for each method, and the points beside it. Few values make no box."""
    drawn = axis.boxplot(
        boxes, positions=range(len(boxes)), widths=0.6, patch_artist=True, manage_ticks=False
    )
    for number, (box, values) in enumerate(zip(drawn["boxes"], boxes)):
        box.set(facecolor=COLORS[number], alpha=0.5)
        axis.plot([number] * len(values), values, ".", color=COLORS[number], markersize=3.0)
    axis.set_yscale("log")
    axis.set_xlim(-0.6, len(boxes) - 0.4)


def _boxes(axis: Axes, results: Results, key: str, error: str, scale: float) -> None:
    methods = sorted({one["method"] for one in results})
    values = sorted({one[key] for one in results})
    width = 0.8 / len(methods)
    for column, method in enumerate(methods):
        boxes = [
            [scale * one[error] for one in results if one[key] == value and one["method"] == method]
            for value in values
        ]
        places = np.arange(len(values)) + (column - 0.5 * (len(methods) - 1)) * width
        drawn = axis.boxplot(
            boxes, positions=places, widths=0.85 * width, patch_artist=True, manage_ticks=False
        )
        for box in drawn["boxes"]:
            box.set(facecolor=COLORS[column], alpha=0.5)
        axis.plot([], [], color=COLORS[column], linewidth=6.0, alpha=0.5, label=method)
    axis.set_yscale("log")
    axis.set_xticks(
        range(len(values)),
        [f"{value:g}" if isinstance(value, float) else str(value) for value in values],
    )
    axis.legend(frameon=False)
