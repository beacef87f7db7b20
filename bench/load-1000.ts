import { join } from 'node:path'
import { BATCH, createBatchClient } from './batch-client.ts'
import { type CalDav, NOT_INSTALLED, put, startRadicale, startXandikos } from './caldav.ts'
import { FEED_OF_50, makeCrowd } from './crowd.ts'
import { makeRecords } from './events.ts'
import { type Line, median, sum } from './figure.ts'
import type { Options } from './options.ts'
import { makeCalendar, makeEvents } from './plain-calendar.ts'
import { startService } from './service.ts'
import { workFolder } from './work-folder.ts'

const SUBSCRIBERS = 1000
/** So many of the thousand are sent one by one: the rest would take as long each. */
const ONE_BY_ONE = 100
const GOALS = { whole: { least: 100 }, single: { least: 500 } }

/** A thousand events in one signed batch, against the ways CalDAV servers have. */
export async function load1000(options: Options): Promise<Line[]> {
  using folder = workFolder()
  const { quick, progress } = options
  const crowd = await makeCrowd(join(folder.path, 'service'), { ...FEED_OF_50, subscribers: SUBSCRIBERS })
  const recipients = Array.from({ length: SUBSCRIBERS }, (_, i) => crowd.recipient(i))
  await using service = await startService(crowd.settings, options.profiles)
  using client = createBatchClient(service.url, crowd.publisher)
  const batches: number[] = []
  for (let i = 0; i < (quick ? 3 : 20); i++) batches.push(await client.post(makeRecords(BATCH, recipients)))
  const value = (BATCH / median(batches)) * 1000
  const line = { unit: 'events/s', value }

  await using radicale = await startRadicale(join(folder.path, 'radicale'))
  await using xandikos = await startXandikos(join(folder.path, 'xandikos'))
  const whole = 'load-1000, against one PUT of the calendar'
  const lines: Line[] = []
  if (radicale) {
    const events = quick ? 50 : BATCH
    progress(`load-1000: ${events} events into Radicale`)
    const ms: number[] = []
    for (let i = 0; i < (quick ? 1 : 3); i++)
      ms.push(await put(radicale, `/u/all-${i}/`, makeCalendar(events)))
    const peer = { name: 'Radicale', value: (events / median(ms)) * 1000 }
    lines.push({ ...line, name: whole, peer, goal: GOALS.whole })
  } else lines.push({ name: whole, why: { skipped: NOT_INSTALLED.Radicale } })

  for (const [name, server] of Object.entries({ Radicale: radicale, Xandikos: xandikos })) {
    const single = 'load-1000, against a PUT for each event'
    progress(`load-1000: single events into ${name}`)
    if (!server) lines.push({ name: single, why: { skipped: NOT_INSTALLED[name as CalDav['name']] } })
    else {
      const peer = { name, value: await putSingly(server, quick ? 10 : ONE_BY_ONE) }
      lines.push({ ...line, name: single, peer, goal: GOALS.single })
    }
  }
  return lines
}

/** Events a second, each sent by itself, one after the other. */
async function putSingly(server: CalDav, count: number): Promise<number> {
  const path = await server.makeCalendar('single')
  const times: number[] = []
  for (const [i, event] of makeEvents(count).entries())
    times.push(await put(server, `${path}${i}.ics`, event))
  return (count / sum(times)) * 1000
}
