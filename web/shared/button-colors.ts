import { accentOf, type Scheme, SCHEMES } from '../../src/colors.ts'
import type { ButtonColors } from './parent.ts'

/** Returns the colours of a publisher's button. Without a colour, its accent is that of the service. */
export function buttonColors(color: string | false): ButtonColors {
  const inScheme = (scheme: Scheme) => {
    const { surface, ink } = SCHEMES[scheme]
    return { ...accentOf(color, scheme), ground: surface, ink }
  }
  return { light: inScheme('light'), dark: inScheme('dark') }
}
