import ICAL from 'ical.js'

const MOST = 2
const LARGEST = 9999

/**
 * The first two reminders before an event's start, as our offsets: `15M`, `2H`, `1D`. Ours can say no others, which
 * are counted. The same reminder by two ways, a sound and a mail, is one.
 */
export function readAlarms(event: ICAL.Component): { alarms: string[]; dropped: number } {
  const offsets = event.getAllSubcomponents('valarm').map((alarm) => {
    const trigger = alarm.getFirstProperty('trigger')
    const duration = trigger?.getFirstValue()
    const fromEnd = String(trigger?.getFirstParameter('related') ?? '').toUpperCase() === 'END'
    if (!(duration instanceof ICAL.Duration) || fromEnd || duration.toSeconds() > 0) return undefined
    return alertOf(Math.round(-duration.toSeconds() / 60))
  })
  const known = [...new Set(offsets)].filter((offset) => offset !== undefined)
  const unknown = offsets.filter((offset) => offset === undefined).length
  return { alarms: known.slice(0, MOST), dropped: unknown + Math.max(0, known.length - MOST) }
}

function alertOf(minutes: number): string | undefined {
  const unit = minutes > 0 && minutes % 1440 === 0 ? 'D' : minutes > 0 && minutes % 60 === 0 ? 'H' : 'M'
  const amount = minutes / { D: 1440, H: 60, M: 1 }[unit]
  return amount <= LARGEST ? `${amount}${unit}` : undefined
}
