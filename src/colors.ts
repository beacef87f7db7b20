/** The colours of both schemes, as in web/shared/styles/tokens.css. `accentInk`: text on the accent. */
export const SCHEMES = {
  light: {
    paper: '#fbfaf7',
    surface: '#ffffff',
    ink: '#1f1c18',
    inkSoft: '#5f584f',
    line: '#e4dfd6',
    accent: '#a63a22',
    accentInk: '#ffffff',
  },
  dark: {
    paper: '#171614',
    surface: '#211f1c',
    ink: '#f1eee8',
    inkSoft: '#b9b1a5',
    line: '#37332e',
    accent: '#f08a6c',
    accentInk: '#171614',
  },
}
export type Scheme = keyof typeof SCHEMES

type Rgb = [number, number, number]

/** WCAG 2.2, 1.4.3: the least contrast of text with its background. */
const CONTRAST = 4.5
const STEP = 0.05

/**
 * Makes a colour readable on surfaces that are all light or all dark, by mixing it with black or white in
 * small steps. Publishers choose colours for their shirts, not for text.
 */
export function readableOn(color: string, ...surfaces: string[]): string {
  const [from, on] = [parse(color), surfaces.map(parse)]
  const towards: Rgb = on.every((surface) => luminance(surface) > 0.18) ? [0, 0, 0] : [255, 255, 255]
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mix(from, towards, share)
    if (on.every((surface) => contrast(mixed, surface) >= CONTRAST)) return format(mixed)
  }
  return format(towards)
}

/** Black or white, whichever is easier to read on a colour. */
export function textOn(color: string): string {
  const on = parse(color)
  return contrast([255, 255, 255], on) >= contrast([0, 0, 0], on) ? '#ffffff' : '#000000'
}

/** A publisher's colour in a scheme, and that of text on it; without a colour, the accent of the service. */
export function accentOf(color: string | false, scheme: Scheme): { accent: string; accentInk: string } {
  const { paper, surface, accent, accentInk } = SCHEMES[scheme]
  if (!color || !isColor(color)) return { accent, accentInk }
  const readable = readableOn(color, surface, paper)
  return { accent: readable, accentInk: textOn(readable) }
}

/** Degrees between the hues of two calendars: the golden angle, by which many hues stay apart. */
const HUE_STEP = 137.5

/**
 * Returns the colours of a publisher's calendars by their position: its own two colours first, then others as strong
 * and as light as the first. Each is `#rrggbb`.
 */
export function paletteOf(...own: (string | undefined)[]): (position: number) => string {
  const colors = own
    .filter((color) => color !== undefined && isColor(color))
    .map((color) => format(parse(color!)))
  const given = [...new Set(colors.length > 0 ? colors : [SCHEMES.light.accent])]
  return (position) =>
    given[position] ?? format(rotate(parse(given[0]!), HUE_STEP * (position - given.length + 1)))
}

/** Turns the hue of a colour (CSS Filter Effects, hue-rotate). Grey has none, and becomes lighter or darker. */
function rotate([r, g, b]: Rgb, degrees: number): Rgb {
  const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)]
  if (high === low)
    return mix([r, g, b], high > 127 ? [0, 0, 0] : [255, 255, 255], ((degrees / 360) % 1) * 0.6)
  const hue = (hueOf([r, g, b]) + degrees) % 360
  const part = (offset: number) => {
    const k = (offset + hue / 60) % 6
    return high - (high - low) * Math.max(0, Math.min(k, 4 - k, 1))
  }
  return [part(5), part(3), part(1)]
}

function hueOf([r, g, b]: Rgb): number {
  const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)]
  const span = high - low
  const sixth = high === r ? ((g - b) / span + 6) % 6 : high === g ? (b - r) / span + 2 : (r - g) / span + 4
  return sixth * 60
}

/** True for `#rgb` and `#rrggbb`. */
export function isColor(color: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)
}

function parse(color: string): Rgb {
  const hex = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1)
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb
}

function format(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

function mix(from: Rgb, towards: Rgb, share: number): Rgb {
  return from.map((part, i) => part + (towards[i]! - part) * share) as Rgb
}

/** WCAG 2.2, definition of contrast ratio. */
function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, definition of relative luminance. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
