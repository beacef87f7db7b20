import { type Crowd, FEED_OF_50 } from './crowd.ts'
import type { Line } from './figure.ts'
import { getRequest } from './load.ts'
import { withoutNginx } from './nginx.ts'
import type { Options } from './options.ts'
import { expectEvents, imitate, openStage, race } from './stage.ts'

const SUBSCRIBERS = 4000
const GOALS = { identity: { least: 0.6 }, gzip: { least: 0.5 } }

/** Feeds sent whole, against a server that always sends the same bytes. */
export async function feedFull(options: Options): Promise<Line[]> {
  const subscribers = options.quick ? 200 : SUBSCRIBERS
  await using stage = await openStage({ ...FEED_OF_50, subscribers }, options)
  const { crowd, service, bare } = stage
  const others = `another of ${subscribers.toLocaleString('en')} feeds each time`

  const lines: Line[] = stage.nginx ? [] : [withoutNginx('feed-full')]
  for (const encoding of ['identity', 'gzip'] as const) {
    const headers = { 'accept-encoding': encoding }
    const body = await imitate(bare, service, crowd.feedPath(0), headers)
    expectEvents(body, 50)
    const nginx = stage.nginx && { side: stage.nginx, request: stage.nginx.serve(body, headers) }
    const contest = { service, bare, statuses: [200], goal: GOALS[encoding] }
    const [same, other] = [requestsFor(crowd, 1, headers), requestsFor(crowd, subscribers, headers)]
    lines.push(
      ...(await race({ ...contest, nginx, name: `feed-full, ${encoding}, warm`, next: same }, options)),
      ...(await race({ ...contest, name: `feed-full, ${encoding}, ${others}`, next: other }, options)),
    )
  }
  return lines
}

/** Requests for the feeds of so many subscribers, one after the other, and from the first again. */
function requestsFor(crowd: Crowd, count: number, headers: Record<string, string>) {
  const requests = Array.from({ length: count }, (_, i) => getRequest(crowd.feedPath(i), headers))
  return (n: number) => requests[n % count]!
}
