import { type Application, type Missing } from './applications/application.ts'
import { openKhal } from './applications/khal.ts'
import { look, type Reader, READERS } from './applications/reader.ts'
import { type Client, createClient } from './client.ts'
import { addDays, clockChanges, instantOf, localTime } from './clock.ts'
import { publishCalendar, subscribe } from './match.ts'
import { checked, conclusion, headline, line, skipped } from './report.ts'
import { startService } from './service.ts'

const ZONE = 'Europe/London'
const WEEKS = 12
/** The clocks change between the weeks 5 and 6, counted from 0. */
const WEEKS_BEFORE_CHANGE = 6
const LESSON = {
  name: 'Chemistry',
  location: 'Lab 2',
  draft: 0,
  timezone: ZONE,
  reference: 'chemistry',
}

interface Lesson {
  day: string
  time: string
}
interface Listed {
  id: string
  startDate: string
}

/**
 * A school's term: a weekly lesson over a clock change, with holidays, one lesson that moves, one that is called off, and
 * another weekday from the middle on. After each step every application must have the dates that the school would write
 * on its blackboard, which are counted here by hand.
 */
export async function showTerm(): Promise<boolean> {
  headline('A term of weekly lessons, as calendar applications have it')
  const service = await startService()
  line('service', `on ${service.database}`)
  const client = createClient(service.url, service.publisher)
  const widget = `/w/${service.publisher.widgets[0]!.id}/subscribe`
  const first = firstDay()
  const week = (index: number) => addDays(first, 7 * index)

  const lessons = await publishCalendar(client, 'Class 4b', 'class-4b')
  const holidays = await publishCalendar(client, 'Holidays', 'holidays')
  const holiday = (startDate: string, endDate: string) =>
    client.call(
      'POST',
      '/event',
      {},
      {
        ...{
          calendarId: holidays,
          name: 'Holidays',
          location: 'School',
          draft: 0,
          allDay: true,
          startDate,
          endDate,
        },
      },
    )
  await holiday(addDays(week(2), -1), addDays(week(2), 3))
  await holiday(week(8), week(8))

  const { eventId, dates } = await client.call<{ eventId: string; dates: number }>(
    'POST',
    '/event',
    {},
    {
      ...{ ...LESSON, calendarId: lessons },
      ...{ startDate: first, startTime: '16:00', endDate: first, endTime: '16:45' },
      recurrence: { rule: `FREQ=WEEKLY;COUNT=${WEEKS}`, skipCalendars: ['holidays'] },
    },
  )
  line('series', `${eventId}, ${dates} dates from ${first} on; the clocks change on ${changeAfter(first)}`)
  const weeks = Array.from({ length: WEEKS }, (_, index) => index).filter(
    (index) => index !== 2 && index !== 8,
  )
  const plan = new Map<number, Lesson>(weeks.map((index) => [index, { day: week(index), time: '16:00' }]))

  const readers: Reader[] = []
  const missing: Missing[] = []
  for (const [name, open] of Object.entries(READERS)) {
    const reader = await open(await subscribe(client, widget, `${name.toLowerCase()}@example.com`, lessons))
    if ('refresh' in reader) readers.push(reader)
    else missing.push(reader)
  }
  const person = await subscribe(client, widget, 'khal@example.com', lessons)
  const khal = await openKhal('America/New_York', [{ person, file: '' }], first)
  if ('packages' in khal) missing.push(khal)
  for (const { name, packages } of missing) skipped(name, packages)
  const check = (name: string) =>
    checkAll(name, readers, 'read' in khal ? khal : undefined, [...plan.values()])

  await check('the term')
  const at = async (index: number) =>
    (await listLessons(client, lessons)).find(({ startDate }) => startDate === week(index))!

  const { id: movedId } = await at(3)
  plan.set(3, { day: addDays(week(3), 2), time: '17:00' })
  const moved = plan.get(3)!
  await client.call(
    'PUT',
    `/event/${movedId}`,
    {},
    {
      ...{ startDate: moved.day, startTime: moved.time, endDate: moved.day, endTime: '17:45' },
    },
  )
  await check('one moved')

  await client.call('PUT', `/event/${(await at(4)).id}`, {}, { cancelled: 1 })
  // Feeds keep what was called off, with a mark.
  await check('one called off')

  await client.call('DELETE', `/event/${(await at(5)).id}`)
  plan.delete(5)
  await check('one deleted')

  const half = await at(6)
  for (const index of weeks.filter((index) => index >= 6))
    plan.set(index, { day: addDays(week(index), 1), time: '09:30' })
  // The holiday of one day in week 8 is no reason any more, now that the lessons are on another weekday.
  plan.set(8, { day: addDays(week(8), 1), time: '09:30' })
  const day = addDays(week(6), 1)
  await client.call(
    'PUT',
    `/event/${half.id}`,
    { scope: 'following' },
    {
      ...{ startDate: day, startTime: '09:30', endDate: day, endTime: '10:15' },
    },
  )
  await check('new day, half way')

  await client.call('DELETE', `/event/${(await listLessons(client, lessons)).at(-1)!.id}`, { scope: 'all' })
  for (const index of [...plan.keys()].filter((index) => index >= 6)) plan.delete(index)
  await check('second half gone')

  headline('At the end')
  checked('service log', `${client.counts.calls} API calls in all`, await service.stop())
  return conclusion(missing.map(({ name }) => name))
}

/** The day of the week on which the term begins, so that the clocks change in its middle. */
function firstDay(): string {
  const today = new Date().toISOString().slice(0, 10)
  const change = clockChanges(addDays(today, 7 * WEEKS_BEFORE_CHANGE), addDays(today, 400))[0]!
  // A clock change is on a Sunday; lessons are on Tuesdays.
  return addDays(change, 2 - 7 * WEEKS_BEFORE_CHANGE)
}

function changeAfter(first: string): string {
  return clockChanges(first, addDays(first, 7 * WEEKS)).join()
}

async function listLessons(client: Client, calendarIds: string): Promise<Listed[]> {
  const { data } = await client.call<{ data: Listed[] }>('GET', '/event', { calendarIds, limit: '100' })
  return data
}

/** Makes all applications look, and compares the starts that they have with the plan. */
async function checkAll(
  name: string,
  readers: Reader[],
  khal: Application | undefined,
  plan: Lesson[],
): Promise<void> {
  const instants = plan.map(({ day, time }) => instantOf(ZONE, day, time)).sort((a, b) => a - b)
  const wanted = instants.map((instant) => new Date(instant).toISOString()).join()
  const shown = await Promise.all(readers.map((reader) => look(reader, wanted)))
  const wrong = readers.flatMap(({ name }, i) =>
    shown[i] === wanted ? [] : [`${name} has ${shown[i]}, not ${wanted}`],
  )
  const names = readers.map(({ name }) => name)
  if (khal) {
    const [reading] = await khal.read(() => true)
    const local = instants.map((instant) => localTime('America/New_York', instant)).join()
    const has = reading!.events.map(({ start }) => start).join()
    names.push(khal.name)
    if (has !== local) wrong.push(`${khal.name} has ${has}, not ${local}`, ...reading!.findings)
  }
  checked(name, `${plan.length} dates in ${names.join(', ')}`, wrong)
}
