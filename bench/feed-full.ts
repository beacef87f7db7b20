import { type Crowd, FEED_OF_50 } from './crowd.ts'
import type { Figure } from './figure.ts'
import { getRequest } from './load.ts'
import type { Options } from './options.ts'
import { expectEvents, imitate, openStage, race } from './stage.ts'

const SUBSCRIBERS = 4000
/** Of a feed that was asked for just before, and of one that others were asked for since. */
const GOALS = { same: { least: 0.9 }, other: { least: 0.7 } }

/** Feeds sent whole, against a server that always sends the same bytes. */
export async function feedFull(options: Options): Promise<Figure[]> {
  const subscribers = options.quick ? 200 : SUBSCRIBERS
  await using stage = await openStage({ ...FEED_OF_50, subscribers }, options)
  const { crowd, service, bare } = stage
  const peer = { ...bare, name: 'bare server' }
  const others = `another of ${subscribers.toLocaleString('en')} feeds each time`

  const figures: Figure[] = []
  for (const encoding of ['identity', 'gzip']) {
    const headers = { 'accept-encoding': encoding }
    const body = await imitate(bare, service, crowd.feedPath(0), headers)
    expectEvents(body, 50)
    const contest = { service, peer, statuses: [200] }
    const [same, other] = [requestsFor(crowd, 1, headers), requestsFor(crowd, subscribers, headers)]
    figures.push(
      ...(await race(
        { ...contest, name: `feed-full, ${encoding}, warm`, next: same, goal: GOALS.same },
        options,
      )),
      ...(await race(
        { ...contest, name: `feed-full, ${encoding}, ${others}`, next: other, goal: GOALS.other },
        options,
      )),
    )
  }
  return figures
}

/** Requests for the feeds of so many subscribers, one after the other, and from the first again. */
function requestsFor(crowd: Crowd, count: number, headers: Record<string, string>) {
  const requests = Array.from({ length: count }, (_, i) => getRequest(crowd.feedPath(i), headers))
  return (n: number) => requests[n % count]!
}
