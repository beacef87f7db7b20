import { isColor, readableOn, textOn } from '../../src/colors.ts'

/** A publisher's colours, `#rgb` or `#rrggbb`; false for the default. */
export interface Colors {
  primaryColor: string | false
  secondaryColor: string | false
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
