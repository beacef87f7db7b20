import { language } from '../shared/page.ts'

/** How long before an event people want to be reminded. */
const USUAL = ['5M', '10M', '15M', '30M', '1H', '2H', '3H', '6H', '12H', '1D', '2D', '3D', '7D']

const UNITS: Record<string, { minutes: number; name: string }> = {
  M: { minutes: 1, name: 'minute' },
  H: { minutes: 60, name: 'hour' },
  D: { minutes: 1440, name: 'day' },
}

/** The usual offsets with those in use, the shortest first. */
export function offsetChoices(inUse: string[]): string[] {
  return [...new Set([...USUAL, ...inUse])].sort((a, b) => minutesOf(a) - minutesOf(b))
}

/** `15 minutes`, in the language of the page. */
export function offsetText(offset: string): string {
  const unit = UNITS[offset.at(-1)!]!.name
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    parseInt(offset, 10),
  )
}

function minutesOf(offset: string): number {
  return parseInt(offset, 10) * UNITS[offset.at(-1)!]!.minutes
}
