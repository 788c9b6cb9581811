"""Distances of colours: contrast (WCAG 2.2) and CIEDE2000 (Sharma, Wu, Dalal 2005)."""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt


def channels(colour):
    return [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]


def linear(colour):
    return [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels(colour)]


def contrast(one, two):
    light = sorted(sum(part * weight for part, weight in zip(linear(colour), (0.2126, 0.7152, 0.0722))) for colour in (one, two))
    return (light[1] + 0.05) / (light[0] + 0.05)


def lab(colour):
    red, green, blue = linear(colour)

    def root(value):
        return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
    x = root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = root(0.2126729 * red + 0.7151522 * green + 0.072175 * blue)
    z = root((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one, two):
    (l1, a1, b1), (l2, a2, b2) = lab(one), lab(two)
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grow = 1 + 0.5 * (1 - sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)))
    a1, a2 = a1 * grow, a2 * grow
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma, angle = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360
    t = (1 - 0.17 * cos(radians(angle - 30)) + 0.24 * cos(radians(2 * angle)) + 0.32 * cos(radians(3 * angle + 6))
         - 0.2 * cos(radians(4 * angle - 63)))
    by_light = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    by_chroma, by_hue = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bend = -sin(radians(60 * exp(-((angle - 275) / 25) ** 2))) * 2 * sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7))
    parts = (l2 - l1) / by_light, (c2 - c1) / by_chroma, hue / by_hue
    return sqrt(sum(part ** 2 for part in parts) + bend * parts[1] * parts[2])
