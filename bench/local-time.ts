import { Temporal } from 'temporal-polyfill'
import { localToUtc } from '../src/time/zone.ts'
import { type Figure, median } from './figure.ts'
import type { Options } from './options.ts'

const TIMED = 1000
const ZONES = Intl.supportedValuesOf('timeZone')
const [FROM, TO] = [Date.UTC(2020, 0, 1), Date.UTC(2040, 0, 1)]
const COMMON = [
  ...['Europe/London', 'Europe/Zurich', 'America/New_York', 'America/Sao_Paulo'],
  ...['Asia/Tokyo', 'Asia/Kolkata', 'Australia/Sydney', 'Pacific/Auckland'],
]

interface Wall {
  zone: string
  /** Written as if it were UTC, epoch ms. */
  local: number
}

/** Local time to UTC, against temporal-polyfill: how fast, and in which of the odd hours they differ. */
export function localTime({ quick, progress }: Options): Promise<Figure[]> {
  const rounds = quick ? 3 : 40
  const times = { service: [] as number[], peer: [] as number[] }
  // The first rounds warm both up, and build the tables.
  for (let round = -2; round < rounds; round++) {
    const walls = Array.from({ length: TIMED }, (_, i) => ({
      zone: COMMON[i % COMMON.length]!,
      local: FROM + Math.floor((Math.random() * (TO - FROM)) / 60_000) * 60_000,
    }))
    const [service, peer] = [time(walls, ours), time(walls, theirs)]
    if (round >= 0) times.service.push(service)
    if (round >= 0) times.peer.push(peer)
  }
  const value = TIMED / median(times.service)
  const peer = { name: 'temporal-polyfill', value: TIMED / median(times.peer) }
  progress('local-time: comparing all gaps and overlaps of 2020 to 2039')
  const odd = (quick ? COMMON : ZONES).flatMap(oddHours)
  const different = odd.filter((wall) => ours(wall) !== theirs(wall)).length
  const compared = { name: 'compared', value: odd.length }
  return Promise.resolve([
    { name: 'local-time to UTC', unit: 'times/ms', value, peer, goal: { least: 10 } },
    { name: 'local-time, disagreements', unit: 'times', value: different, peer: compared, goal: { most: 0 } },
  ])
}

const ours = ({ zone, local }: Wall) => localToUtc(zone, local)

const theirs = ({ zone, local }: Wall) =>
  zoned('UTC', local).toPlainDateTime().toZonedDateTime(zone, { disambiguation: 'compatible' })
    .epochMilliseconds

function zoned(zone: string, time: number) {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone)
}

/** Milliseconds for all of them. */
function time(walls: Wall[], convert: (wall: Wall) => number): number {
  const started = performance.now()
  for (const wall of walls) convert(wall)
  return performance.now() - started
}

/** The borders of each gap and overlap, what is just beside them, and what lies in the middle. */
function oddHours(zone: string): Wall[] {
  const walls: Wall[] = []
  let next = zoned(zone, FROM).getTimeZoneTransition('next')
  for (; next && next.epochMilliseconds < TO; next = next.getTimeZoneTransition('next')) {
    const change = next.epochMilliseconds
    const ends = [change - 1, change].map((at) => at + zoned(zone, at).offsetNanoseconds / 1e6)
    const [low, high] = [Math.min(...ends), Math.max(...ends)]
    const middle = Math.floor((low + high) / 2)
    for (const local of [low - 1, low, low + 1, middle, high - 1, high, high + 1]) walls.push({ zone, local })
  }
  return walls
}
