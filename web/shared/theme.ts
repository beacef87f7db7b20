/** A publisher's colours, `#rgb` or `#rrggbb`; false for the default. */
export interface Colors {
  primaryColor: string | false
  secondaryColor: string | false
}

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

/** Applies the publisher's colours, and again when the device switches between light and dark. */
export function applyColors(colors: Colors): void {
  paint(colors)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint(colors))
}

/** Applies the publisher's colours for the current scheme. */
export function paint({ primaryColor, secondaryColor }: Colors): void {
  const { style } = document.documentElement
  const computed = getComputedStyle(document.documentElement)
  const surfaces = ['--surface', '--paper'].map((name) => computed.getPropertyValue(name).trim())
  for (const [name, color] of [
    ['--accent', primaryColor],
    ['--accent-2', secondaryColor],
  ] as const) {
    const readable = color && isColor(color) ? readableOn(color, ...surfaces) : ''
    style.setProperty(name, readable)
    style.setProperty(`${name}-ink`, readable && textOn(readable))
  }
}

function isColor(color: string): boolean {
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
