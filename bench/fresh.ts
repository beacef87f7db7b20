import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../test/support/postgres.ts'
import { changeEvent } from './changes.ts'
import { makeRecords } from './events.ts'
import { type Figure, median, quantile } from './figure.ts'
import type { Options } from './options.ts'
import { createPublisher, type Settings, settingsFor, startService } from './service.ts'
import { signedRequest } from './signed-requests.ts'
import { fetchRaw } from './stage.ts'
import { workFolder } from './work-folder.ts'

const CHANGES = 1000
/** A key may send 50 requests a second. */
const PAUSE_MS = 22

/** Feeds read from one process as soon as another has acknowledged a change. */
export async function fresh(options: Options): Promise<Figure[]> {
  using folder = workFolder()
  const sqlite = await staleReads('fresh, SQLite', settingsFor(join(folder.path, 'sqlite')), options)
  const server = await startPostgres()
  try {
    const settings = settingsFor(join(folder.path, 'postgres'), await server.createDatabase())
    return [...sqlite, ...(await staleReads('fresh, PostgreSQL', settings, options))]
  } finally {
    await server.stop()
  }
}

/** Changes in turns through two processes, each read through the other one: whole, or by who has it from before. */
async function staleReads(name: string, settings: Settings, { quick, progress }: Options): Promise<Figure[]> {
  const publisher = createPublisher(settings)
  await using first = await startService(settings)
  await using second = await startService(settings)
  const calendar = {
    name: 'First team',
    type: 'fixture',
    categories: 'Rugby',
    genre: 'Sport',
    subGenre: 'Rugby',
  }
  const { calendarId } = await signedRequest(first, publisher, 'POST', '/apiv2/calendar', {
    ...{ ...calendar, reference: 'first-team', draftCalendar: 0 },
  })
  const [record] = makeRecords(1, [{ svcId: '', calendarId }])
  const { eventId } = await signedRequest(first, publisher, 'POST', '/apiv2/event', { ...record, calendarId })
  const path = await subscribe(first, publisher.widgets[0]!.id, calendarId as string)

  const changes = quick ? 20 : CHANGES
  progress(`${name}: ${changes} changes`)
  const times: number[] = []
  let stale = 0
  let { etag } = await fetchRaw(second, path)
  for (let i = 0; i < changes; i++) {
    const [writer, reader] = i % 2 === 0 ? [first, second] : [second, first]
    const title = await changeEvent(writer, publisher, eventId as string)
    const started = performance.now()
    const answer = await fetchRaw(reader, path, i % 3 === 0 ? {} : { 'if-none-match': etag })
    times.push(performance.now() - started)
    if (answer.status !== 200 || !answer.body.includes(`SUMMARY:${title}\r\n`)) stale++
    etag = answer.etag
    await sleep(PAUSE_MS)
  }
  const read = { name: 'read', value: changes }
  return [
    { name: `${name}, stale reads`, unit: 'feeds', value: stale, peer: read, goal: { most: 0 } },
    {
      ...{ name: `${name}, first read of a change, p99`, unit: 'ms', value: quantile(times, 0.99) },
      peer: { name: 'p50', value: median(times) },
    },
  ]
}

/** Subscribes somebody through the widget and answers the path of the feed. */
async function subscribe(service: { url: string }, widgetId: string, calendarId: string): Promise<string> {
  const response = await fetch(`${service.url}/w/${widgetId}/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'fan@example.com', calendarIds: [calendarId] }),
  })
  const { calendarUrl } = (await response.json()) as { calendarUrl: { httpsCalUrl: string } }
  return new URL(calendarUrl.httpsCalUrl).pathname
}
