import { join } from 'node:path'
import { type CalDav, NOT_INSTALLED, put, startRadicale } from './caldav.ts'
import { FEED_OF_50, makeCrowd } from './crowd.ts'
import { type Line, median } from './figure.ts'
import { getRequest, load } from './load.ts'
import type { Options } from './options.ts'
import { makeCalendar } from './plain-calendar.ts'
import { startService } from './service.ts'
import { expectEvents, fetchRaw } from './stage.ts'
import { workFolder } from './work-folder.ts'

/** So many are read before, so that the service is not compiling itself any more, and so many then. */
const WARMING = 2000
const SUBSCRIBERS = 2000
const NAME = 'feed-cold, 50 events, 1 client'
const EVENTS = 50

/** Feeds that nobody has read since the start of the service, one after the other, against Radicale. */
export async function feedCold(options: Options): Promise<Line[]> {
  using folder = workFolder()
  await using radicale = await startRadicale(join(folder.path, 'radicale'))
  if (!radicale) return [{ name: NAME, why: { skipped: NOT_INSTALLED.Radicale } }]
  const [rounds, warming, subscribers] = options.quick ? [1, 50, 50] : [5, WARMING, SUBSCRIBERS]
  const crowd = await makeCrowd(join(folder.path, 'service'), {
    ...FEED_OF_50,
    subscribers: warming + subscribers,
  })
  const requests = Array.from({ length: warming + subscribers }, (_, i) => getRequest(crowd.feedPath(i)))
  await put(radicale, '/u/fifty/', makeCalendar(EVENTS))

  const rates = { service: [] as number[], peer: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    options.progress(`feed-cold: round ${round} of ${rounds}`)
    await using service = await startService(crowd.settings, options.profiles)
    const read = (some: Buffer[]) =>
      load({ port: service.port, next: (n) => some[n], connections: 1, statuses: [200] })
    await read(requests.slice(0, warming))
    const run = await read(requests.slice(warming))
    rates.service.push(run.perSecond)
    expectEvents((await fetchRaw(service, crowd.feedPath(0))).body, EVENTS)
    rates.peer.push(await readAll(radicale, '/u/fifty/', 1, options.quick ? 1 : 3))
  }
  const peer = { name: 'Radicale', value: median(rates.peer) }
  return [{ name: NAME, unit: 'requests/s', value: median(rates.service), peer }]
}

/** Radicale's rate of whole calendars. */
export async function readAll(
  { port }: CalDav,
  path: string,
  connections: number,
  seconds: number,
): Promise<number> {
  const request = getRequest(path, { authorization: 'Basic dTp4' })
  const { perSecond } = await load({ port, next: () => request, connections, seconds, statuses: [200] })
  return perSecond
}
