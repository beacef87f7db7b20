import type { ImportFault, ImportFile, ImportRecord } from './import-file.ts'
import { madeUpReference, storableReference, withoutRepeats } from './import-file.ts'
import { eventFields, type IcsEvent, parseBlock, readIcsEvent } from './ics-event.ts'
import { type IcsBlock, readBlocks } from './ics-lines.ts'
import { type IcsTime, stamp, type TimeRules, wallIn } from './ics-time.ts'
import { ianaZone, zoneFinder } from './ics-zones.ts'
import { expandRules, stepBudget } from './recurrence.ts'

/** How far ahead series are followed. */
const AHEAD_MS = 2 * 365 * 86_400_000
/** Events of one file, each instance of a series counted. */
const MAX_RECORDS = 100_000
const LINK_NAME = 'More information'

/**
 * Reads an iCalendar file (RFC 5545). The reference of an event is its UID; an instance of a series is
 * `<UID>/<the time it would take place at>`, so that one that was moved stays the same event. Times in UTC
 * and in zones that have no name of their own become times in `timezone`, the publisher's.
 */
export function readIcs(bytes: Buffer, timezone: string, now: number): ImportFile {
  const { blocks, faults } = readBlocks(bytes)
  const rules: TimeRules = { find: zoneFinder(parsedZones(blocks)), floating: ianaZone(timezone) }
  const events = blocks
    .filter((block) => block.kind === 'VEVENT')
    .flatMap((block) => orFault(block, faults, () => readIcsEvent(block, rules)) ?? [])
  const optional = optionalFields(events)
  const changedInstances = new Set(events.filter((event) => event.instance).map(instanceReference))
  const budget = stepBudget()
  const records: ImportRecord[] = []
  for (const event of events) {
    const block = { lines: [{ number: event.line }] }
    const record = (reference: string, wall: number, cancelled = event.cancelled): ImportRecord => ({
      line: event.line,
      reference: storableReference(reference),
      cancelled,
      input: { ...eventFields(event, wall, rules), ...optional(event) },
    })
    const read = (): ImportRecord[] => {
      if (event.instance) return [record(instanceReference(event), event.start.wall)]
      const whole = event.uid || madeUpReference(event.name, stamp(event.start))
      if (event.rules.length === 0 && event.extraTimes.length === 0) return [record(whole, event.start.wall)]
      const { zone } = event.start
      const at = (wall: number) => `${whole}/${stamp({ ...event.start, wall })}`
      const excepted = event.exceptTimes.map((time) => wallIn(time, zone))
      const walls = new Set([
        ...expandRules(event.start, event.rules, zone.toWall(now + AHEAD_MS), budget),
        ...event.extraTimes.map((time) => wallIn(time, zone)),
      ])
      return [
        // What took place once before it became a series.
        record(whole, event.start.wall, true),
        ...[...walls].map((wall) => record(at(wall), wall, event.cancelled || excepted.includes(wall))),
        ...excepted.filter((wall) => !walls.has(wall)).map((wall) => record(at(wall), wall, true)),
      ].filter(({ reference }) => !changedInstances.has(reference))
    }
    records.push(...(orFault(block, faults, read) ?? []))
  }
  return { records: withoutRepeats(records, faults), faults, required: [], ignored: [] }
}
