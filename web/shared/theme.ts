import { accentOf } from '../../src/colors.ts'
import type { Colors } from '../../src/http/pages/color-style.ts'

/** Applies a publisher's colours to a page whose style sheet lacks them, in the scheme that it has now. */
export function paint({ primaryColor, secondaryColor }: Colors, scheme: 'light' | 'dark'): void {
  const { style } = document.documentElement
  for (const [name, color] of [
    ['--accent', primaryColor],
    ['--accent-2', secondaryColor],
  ] as const) {
    const { accent, accentInk } = accentOf(color, scheme)
    style.setProperty(name, color ? accent : '')
    style.setProperty(`${name}-ink`, color ? accentInk : '')
  }
}
