import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { workFolder } from '../bench/work-folder.ts'
import { commandLinePublisher, launchService, type Settings } from '../test/support/launch-service.ts'
import { inLanes, type Options, type Outcome, type Proof } from './proof.ts'
import { ask } from './stored.ts'

const LANES = 2
/** So many at once in a database: making their dates takes longer than a kill lets it. */
const SERIES = 100
const RULES = [
  'FREQ=WEEKLY;BYDAY=TU',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=WEEKLY;COUNT=20',
]
const KEEPER = join(import.meta.dirname, 'keep-series.ts')

/** What a subscriber, a feed and the history know of the dates of all series, and how far they are made. */
const STATE = `
  select s.reference, s.made_until, e.occurrence, e.start_at, e.sequence, e.reference as date, count(c.event_id) as changes
  from series s join event e on e.publisher_id = s.publisher_id and e.series_id = s.id
  left join event_change c on c.publisher_id = e.publisher_id and c.event_id = e.id
  group by 1, 2, 3, 4, 5, 6 order by 1, 3`

/** The process that makes further dates of series is killed at any moment, and started again. */
export const killsSeries: Proof = {
  promise: 'further dates of series are made once, whatever kills the process that makes them',
  times: 200,
  run: (options) => inLanes(options, LANES, killOften),
}

async function killOften({ times, progress }: Options): Promise<Outcome> {
  const broken: string[] = []
  let kills = 0
  let dates = 0
  while (kills < times) {
    using folder = workFolder()
    const made = { FASTI_DATA: join(folder.path, 'made') }
    const killed = { FASTI_DATA: join(folder.path, 'killed') }
    await makeSeries(made)
    cpSync(made.FASTI_DATA, killed.FASTI_DATA, { recursive: true })

    const now = Date.now()
    const began = performance.now()
    await keep(made, now)
    const whole = performance.now() - began
    let done = false
    while (!done) {
      // Each run has less to do than the one before, so that one comes to its end at last.
      done = await keep(killed, now, Math.random() * whole * 0.9)
      if (!done) kills++
    }
    const [expected, found] = [await ask(fileOf(made), STATE), await ask(fileOf(killed), STATE)]
    dates += expected.length
    const differs = expected.findIndex((row, i) => JSON.stringify(row) !== JSON.stringify(found[i]))
    if (differs !== -1 || found.length !== expected.length)
      broken.push(
        `${found.length} dates in place of ${expected.length}; first: ${JSON.stringify([expected[differs], found[differs]])}`,
      )
    progress(`${kills} kills`)
  }
  return { figures: { kills, dates }, broken }
}

/** Stores series whose dates are made for a month only. */
async function makeSeries(settings: Settings): Promise<void> {
  const service = await launchService({ ...settings, FASTI_SERIES_MONTHS: '1' }, ['--role', 'web']).listening
  try {
    const club = await commandLinePublisher(settings, service.url)
    const calendarId = await club.calendar()
    const skipped = await club.calendar({ name: 'Holidays' })
    const today = Date.now()
    for (let i = 0; i < SERIES; i++) {
      const rule = RULES[i % RULES.length]!
      const startDate = firstOf(rule, today)
      const { status, body } = await club.post('/event', {
        ...{ name: `Training ${i}`, location: 'Gym', draft: 0, timezone: 'Europe/London', calendarId },
        ...{
          startDate,
          startTime: '18:00',
          endDate: startDate,
          endTime: '19:30',
          reference: `training-${i}`,
        },
        recurrence: { rule, skipCalendars: i % 2 ? [skipped] : [] },
      })
      if (status !== 200) throw new Error(JSON.stringify(body))
    }
  } finally {
    service.signal('SIGTERM')
    await service.ended()
  }
}

/** The first day from a month ago on which a rule may begin. */
function firstOf(rule: string, today: number): string {
  const day = new Date(today - 30 * 86_400_000)
  const isLastFriday = () =>
    day.getUTCDay() === 5 && new Date(day.getTime() + 7 * 86_400_000).getUTCMonth() !== day.getUTCMonth()
  while (rule.includes('-1FR') ? !isLastFriday() : rule.includes('BYDAY=TU') && day.getUTCDay() !== 2)
    day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

/** Makes further dates; returns true unless it was killed first. `lives`: milliseconds until then. */
async function keep(settings: Settings, now: number, lives = Infinity): Promise<boolean> {
  const env = {
    PATH: process.env.PATH,
    FASTI_URL: 'https://fasti.test',
    FASTI_SERIES_MONTHS: '12',
    ...settings,
  }
  const child = spawn(process.execPath, [KEEPER, `${now}`], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const [code] = await Promise.race([ended, ...(lives === Infinity ? [] : [sleep(lives, [null])])])
  if (code === 0) return true
  if (code !== null) throw new Error(`making dates failed with exit code ${code}`)
  child.kill('SIGKILL')
  const [last] = await ended
  return last === 0
}

function fileOf(settings: Settings): string {
  return join(settings.FASTI_DATA!, 'fasti.db')
}
