import ICAL from 'ical.js'

const MAX_ALARMS = 2
const MAX_AMOUNT = 9999

/**
 * Reads the first two reminders before an event's start as offsets: `15M`, `2H`, `1D`. Counts the others, and
 * those that an offset can't express. Two alarms at the same time, such as a sound and a mail, are one.
 */
export function readAlarms(event: ICAL.Component): { alarms: string[]; dropped: number } {
  const offsets = event.getAllSubcomponents('valarm').map((alarm) => {
    const trigger = alarm.getFirstProperty('trigger')
    const duration = trigger?.getFirstValue()
    const fromEnd = String(trigger?.getFirstParameter('related') ?? '').toUpperCase() === 'END'
    if (!(duration instanceof ICAL.Duration) || fromEnd || duration.toSeconds() > 0) return undefined
    return alertOf(Math.round(-duration.toSeconds() / 60))
  })
  const readable = [...new Set(offsets)].filter((offset) => offset !== undefined)
  const unreadable = offsets.filter((offset) => offset === undefined).length
  return {
    alarms: readable.slice(0, MAX_ALARMS),
    dropped: unreadable + Math.max(0, readable.length - MAX_ALARMS),
  }
}

function alertOf(minutes: number): string | undefined {
  const unit = minutes > 0 && minutes % 1440 === 0 ? 'D' : minutes > 0 && minutes % 60 === 0 ? 'H' : 'M'
  const amount = minutes / { D: 1440, H: 60, M: 1 }[unit]
  return amount <= MAX_AMOUNT ? `${amount}${unit}` : undefined
}
