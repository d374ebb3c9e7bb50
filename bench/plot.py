"""Plots as SVG: cactus plots (how many programs are decided within which time), and log-log scatter and line plots."""
from itertools import cycle
from math import floor, log10
from pathlib import Path

COLOURS = ["#1b6ac9", "#0a8f5b", "#7fc8a9", "#c0392b", "#e59a8f", "#8e44ad", "#d68910", "#555555",
           "#16a0b0", "#a3b51c", "#d63384", "#7a5230"]


def cactus(series, limit, programs, path, what):
    """Writes a plot: `series` has the times of each setting's decided programs, of `programs` in all."""
    width, height, left, bottom = 760, 420, 60, 40
    low, high = -3, log10(limit)
    x = lambda k: left + (width - left - 170) * k / programs
    y = lambda t: height - bottom - (height - bottom - 20) * (log10(max(t, 1e-3)) - low) / (high - low)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for exponent in range(low, int(high) + 1):
        level = y(10 ** exponent)
        out.append(f'<line x1="{left}" y1="{level:.0f}" x2="{width - 170}" y2="{level:.0f}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 6}" y="{level + 4:.0f}" text-anchor="end">{10 ** exponent:g} s</text>')
    for at, ((name, times), colour) in enumerate(zip(series.items(), cycle(COLOURS))):
        points = " ".join(f"{x(k + 1):.1f},{y(t):.1f}" for k, t in enumerate(sorted(times)))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{width - 160}" y="{40 + 20 * at}" fill="{colour}">{name} ({len(times)})</text>')
    out.append(f'<text x="{(left + width - 170) / 2}" y="{height - 8}" text-anchor="middle">{what}</text>')
    out.append("</svg>")
    Path(path).write_text("\n".join(out) + "\n")


def frame(width, height, right, ranges, names, units):
    """The beginning of a plot with two logarithmic axes, and where to put what; `right` is left free for a legend."""
    left, top, bottom = 74, 20, 56
    ends = (left, width - right), (height - bottom, top)
    place = lambda axis, value: ends[axis][0] + (ends[axis][1] - ends[axis][0]) * (
        log10(min(max(value, ranges[axis][0]), ranges[axis][1]) / ranges[axis][0]) / log10(ranges[axis][1] / ranges[axis][0]))
    x, y = lambda value: place(0, value), lambda value: place(1, value)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for axis, (low, high) in enumerate(ranges):
        factors = range(1, 10) if high / low < 5 else (1, 2, 5) if high / low < 30 else (1, 3) if high / low < 1000 else (1,)
        ticks = [factor * 10 ** e for e in range(floor(log10(low)), floor(log10(high)) + 1) for factor in factors]
        for tick in (tick for tick in ticks if low * 0.999 <= tick <= high * 1.001):
            at, text = place(axis, tick), f"{tick:,.10g}{units[axis]}"
            if axis == 0:
                out.append(f'<line x1="{at:.1f}" y1="{top}" x2="{at:.1f}" y2="{height - bottom}" stroke="#ddd"/>')
                out.append(f'<text x="{at:.1f}" y="{height - bottom + 18}" text-anchor="middle">{text}</text>')
            else:
                out.append(f'<line x1="{left}" y1="{at:.1f}" x2="{width - right}" y2="{at:.1f}" stroke="#ddd"/>')
                out.append(f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{text}</text>')
    out.append(f'<rect x="{left}" y="{top}" width="{width - right - left}" height="{height - bottom - top}" fill="none" stroke="#888"/>')
    out.append(f'<text x="{(left + width - right) / 2}" y="{height - 12}" text-anchor="middle">{names[0]}</text>')
    middle = (top + height - bottom) / 2
    out.append(f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">{names[1]}</text>')
    return out, x, y


def scatter(series, span, names, unit, path):
    """Writes a plot of points (x, y), with lines where y is x and ten times more or less; `series` gives those of each name."""
    width, height, right, (low, high) = 640, 496, 146, span
    out, x, y = frame(width, height, right, (span, span), names, (unit, unit))
    diagonals = [(1, "none", "equal"), (10, "4 4", "ten times"), (0.1, "4 4", None)][:3 if high / low > 10 else 1]
    for number, (factor, dash, text) in enumerate(diagonals):
        ends = [(at, at * factor) for at in (max(low, low / factor), min(high, high / factor))]
        style = f'stroke="#888" stroke-dasharray="{dash}"'
        out.append(f'<polyline points="{" ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in ends)}" fill="none" {style}/>')
        if text:
            level = 46 + 20 * (len(series) + number)
            out.append(f'<line x1="{width - right + 6}" y1="{level}" x2="{width - right + 30}" y2="{level}" {style}/>')
            out.append(f'<text x="{width - right + 36}" y="{level + 4}">{text}</text>')
    for at, ((name, points), colour) in enumerate(zip(series.items(), COLOURS[::3])):
        for a, b in points:
            out.append(f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3.5" fill="{colour}" fill-opacity="0.55"/>')
        out.append(f'<circle cx="{width - right + 14}" cy="{36 + 20 * at}" r="3.5" fill="{colour}"/>')
        out.append(f'<text x="{width - right + 22}" y="{40 + 20 * at}" fill="{colour}">{name} ({len(points)})</text>')
    Path(path).write_text("\n".join(out + ["</svg>"]) + "\n")


def lines(series, ranges, names, units, path):
    """Writes a plot of lines; `series` gives, for each name, a dash pattern, a colour and points (x, y, whether decided)."""
    width, height, right = 860, 440, 300
    out, x, y = frame(width, height, right, ranges, names, units)
    for at, (name, (dash, colour, points)) in enumerate(series.items()):
        style = f'stroke="{colour}" stroke-width="1.8" stroke-dasharray="{dash}"'
        out.append(f'<polyline points="{" ".join(f"{x(a):.1f},{y(b):.1f}" for a, b, _ in points)}" fill="none" {style}/>')
        for a, b, decided in points:
            fill = colour if decided else "white"
            out.append(f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3" fill="{fill}" stroke="{colour}"/>')
        level = 30 + 19 * at
        out.append(f'<line x1="{width - right + 12}" y1="{level}" x2="{width - right + 52}" y2="{level}" {style}/>')
        out.append(f'<text x="{width - right + 60}" y="{level + 4}">{name}</text>')
    Path(path).write_text("\n".join(out + ["</svg>"]) + "\n")
