import { accentOf, type Scheme } from '../../colors.ts'

/** A publisher's colours, `#rgb` or `#rrggbb`; false for the default. */
export interface Colors {
  primaryColor: string | false
  secondaryColor: string | false
}

/** Returns the style sheet of a publisher's colours, readable in both schemes; empty if it has none. */
export function colorStyle(colors: Colors): string {
  const [light, dark] = [declarations(colors, 'light'), declarations(colors, 'dark')]
  return light && `:root{${light}}@media (prefers-color-scheme: dark){:root{${dark}}}`
}

function declarations({ primaryColor, secondaryColor }: Colors, scheme: Scheme): string {
  const named = [
    ['--accent', primaryColor],
    ['--accent-2', secondaryColor],
  ] as const
  return named
    .flatMap(([name, color]) => {
      if (!color) return []
      const { accent, accentInk } = accentOf(color, scheme)
      return [`${name}:${accent}`, `${name}-ink:${accentInk}`]
    })
    .join(';')
}
