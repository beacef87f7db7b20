/** A rule with its first date: local times without zone as `2027-01-05T18:00`. */
export interface RuleCase {
  rule: string
  start: string
  zone: string
}

const ZONES = [
  ...[
    'Europe/London',
    'Europe/Berlin',
    'Europe/Dublin',
    'Europe/Lisbon',
    'America/New_York',
    'America/Chicago',
  ],
  ...['America/Los_Angeles', 'America/St_Johns', 'America/Sao_Paulo', 'America/Santiago', 'Africa/Cairo'],
  ...['Africa/Casablanca', 'Asia/Tokyo', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tehran', 'Australia/Sydney'],
  ...['Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Apia'],
]
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const FIRST = Date.UTC(2019, 0, 1)
const DAY_MS = 86_400_000

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Makes random rules that RFC 5545 allows, of every frequency that a series may have, in twenty zones. */
export function randomRules(seed: number, count: number): RuleCase[] {
  const random = seeded(seed)
  const upTo = (most: number) => Math.floor(random() * most)
  const oneOf = <T>(list: readonly T[]) => list[upTo(list.length)]!
  const some = (min: number, max: number, signed = false, most = 3) => {
    const numbers = Array.from({ length: 1 + upTo(most) }, () => min + upTo(max - min + 1))
    const chosen = new Set(numbers.map((n) => (signed && n > 0 && random() < 0.3 ? -n : n)))
    // In ascending order, since three of the four programs give wrong dates for lists that are not.
    return [...chosen].sort((a, b) => a - b).join()
  }
  const days = (places = 0) => {
    const list = Array.from({ length: 1 + upTo(3) }, () => {
      const place = places > 0 && random() < 0.6 ? (random() < 0.3 ? -1 : 1) * (1 + upTo(places)) : ''
      return `${place}${oneOf(WEEKDAYS)}`
    })
    return [...new Set(list)].join()
  }
  const chance = (share: number) => random() < share

  return Array.from({ length: count }, () => {
    const freq = oneOf(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const)
    const parts: string[] = [`FREQ=${freq}`]
    if (chance(0.4)) parts.push(`INTERVAL=${2 + upTo(freq === 'YEARLY' ? 3 : 6)}`)
    const by: string[] = []
    if (chance(0.3)) by.push(`BYMONTH=${some(1, 12)}`)
    if (freq === 'DAILY' && chance(0.2)) by.push(`BYMONTHDAY=${some(1, 31, true)}`)
    if (freq === 'DAILY' && chance(0.3)) by.push(`BYDAY=${days()}`)
    if (freq === 'WEEKLY' && chance(0.7)) by.push(`BYDAY=${days()}`)
    if (freq === 'MONTHLY') {
      if (chance(0.4)) by.push(`BYMONTHDAY=${some(1, 31, true)}`)
      if (chance(0.5)) by.push(`BYDAY=${days(5)}`)
    }
    if (freq === 'YEARLY') {
      const kind = upTo(5)
      if (kind === 0) by.push(`BYYEARDAY=${some(1, 366, true)}`)
      if (kind === 1) by.push(`BYWEEKNO=${some(1, 53, true)}`, `BYDAY=${days()}`)
      if (kind === 2) by.push(`BYMONTHDAY=${some(1, 31, true)}`)
      if (kind === 3) by.push(`BYDAY=${days(by.length > 0 ? 5 : 53)}`)
    }
    if (chance(0.12)) by.push(`BYHOUR=${some(0, 23)}`)
    if (chance(0.08)) by.push(`BYMINUTE=${some(0, 59)}`)
    // Two others agree on other dates where positions count in these rules (docs/decisions/series.md).
    const positions = freq !== 'WEEKLY' && !by.some((part) => /53|BYWEEKNO|BYHOUR|BYMINUTE/.test(part))
    if (positions && by.length > 0 && chance(0.2))
      by.push(`BYSETPOS=${some(1, freq === 'DAILY' ? 2 : 4, true, 2)}`)
    parts.push(...by)
    if (chance(0.3)) parts.push(`WKST=${oneOf(WEEKDAYS)}`)
    if (chance(0.3)) parts.push(`COUNT=${1 + upTo(60)}`)
    const day = new Date(FIRST + upTo(365 * 3) * DAY_MS).toISOString().slice(0, 10)
    const time = chance(0.3) ? oneOf(['00:00', '01:30', '02:00', '02:30', '23:30']) : `${10 + upTo(14)}:15`
    return { rule: parts.join(';'), start: `${day}T${time}`, zone: oneOf(ZONES) }
  })
}
