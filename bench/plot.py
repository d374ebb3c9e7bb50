"""Cactus plots as SVG: how many programs are decided within which time."""
from math import log10
from pathlib import Path

COLOURS = ["#1b6ac9", "#0a8f5b", "#7fc8a9", "#c0392b", "#e59a8f", "#8e44ad"]


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
    for at, ((name, times), colour) in enumerate(zip(series.items(), COLOURS)):
        points = " ".join(f"{x(k + 1):.1f},{y(t):.1f}" for k, t in enumerate(sorted(times)))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{width - 160}" y="{40 + 20 * at}" fill="{colour}">{name} ({len(times)})</text>')
    out.append(f'<text x="{(left + width - 170) / 2}" y="{height - 8}" text-anchor="middle">{what}</text>')
    out.append("</svg>")
    Path(path).write_text("\n".join(out) + "\n")
