import { keepChanging } from './changes.ts'
import { type Crowd, FEED_OF_50 } from './crowd.ts'
import type { Figure, Line } from './figure.ts'
import { getRequest } from './load.ts'
import { withoutNginx } from './nginx.ts'
import type { Options } from './options.ts'
import { type Service, startService } from './service.ts'
import { fetchRaw, imitate, openStage, race, type Stage } from './stage.ts'

const GOAL = { least: 0.5 }
const SUBSCRIBERS = 4000

/** Feeds that have not changed, asked for by who has them, against a server that always says so. */
export async function feed304(options: Options): Promise<Line[]> {
  const [subscribers, everyMs] = options.quick ? [200, 200] : [SUBSCRIBERS, 2000]
  const shape = { ...FEED_OF_50, subscribers }
  await using stage = await openStage(shape, options)
  const { crowd, service, bare } = stage
  const polls = await pollsOf(crowd, service)
  await imitate(bare, service, crowd.feedPath(0), polls[0]!.headers)
  const { body } = await fetchRaw(service, crowd.feedPath(0))
  const nginx = stage.nginx && { side: stage.nginx, request: await stage.nginx.serveUnchanged(body) }
  const contest = { service, bare, statuses: [304], goal: GOAL }

  const next = inTurn(polls)
  const one = await race({ ...contest, nginx, name: 'feed-304, one feed', next: () => next(0) }, options)
  const name = `feed-304, ${subscribers.toLocaleString('en')} feeds in turn`
  const many = await race({ ...contest, name, next }, options)
  const changing = keepChanging(service, crowd.publisher, crowd.eventOf(shape.calendars), everyMs)
  const changes = await race(
    { ...contest, name: `${name}, a change every ${everyMs / 1000} s`, next },
    options,
  )
  await changing.stop()
  const missing = nginx ? [] : [withoutNginx('feed-304')]
  return [...one, ...many, ...changes, ...(await withProcesses(name, stage, options)), ...missing]
}

/** The same polls of a service of two processes. With the client they are three on what may be two cores: no goal. */
async function withProcesses(name: string, { crowd, bare }: Stage, options: Options): Promise<Figure[]> {
  await using service = await startService(crowd.settings, options.profiles, ['--processes', '2'])
  const next = inTurn(await pollsOf(crowd, service))
  const contest = { service, bare, statuses: [304], next }
  // Awaited here: the service ends with this function.
  return await race({ ...contest, name: `${name}, --processes 2` }, options)
}

interface Poll {
  path: string
  headers: Record<string, string>
}

function inTurn(polls: Poll[]): (n: number) => Buffer {
  const requests = polls.map(({ path, headers }) => getRequest(path, headers))
  return (n) => requests[n % requests.length]!
}

/** One poll for each subscriber, with the ETag of the feed that its application has read before. */
async function pollsOf(crowd: Crowd, service: Service): Promise<Poll[]> {
  const polls: Poll[] = []
  for (let i = 0; i < crowd.shape.subscribers; i++) {
    const path = crowd.feedPath(i)
    const { etag } = await fetchRaw(service, path)
    polls.push({ path, headers: { 'if-none-match': etag } })
  }
  return polls
}
