import { setTimeout as sleep } from 'node:timers/promises'
import { bigCrowd, scattered } from './big.ts'
import { type Figure, quantile } from './figure.ts'
import type { Options } from './options.ts'
import { startService } from './service.ts'
import { signedRequest } from './signed-requests.ts'
import { fetchRaw } from './stage.ts'

const LIMIT = { name: 'limit', value: 10 }
/** A million people whose applications read once an hour. */
const POLLS_PER_SECOND = 280
/** Milliseconds between two questions, or between two groups of polls. */
const PAUSE_MS = 25

/**
 * How long it takes to count who has a change of a calendar that a million subscribers follow, and what feeds take
 * meanwhile.
 */
export async function reach(options: Options): Promise<Figure[]> {
  const crowd = await bigCrowd(options)
  await using service = await startService(crowd.settings, options.profiles)
  const who = scattered(crowd.shape.subscribers)
  const seconds = options.quick ? 1 : 10
  let polled = 0
  const poll = () => fetchRaw(service, crowd.feedPath(who(polled++ % 4000)))
  await pollUntil(poll, sleep(seconds * 1000))
  const alone = await pollUntil(poll, sleep(seconds * 1000))

  await signedRequest(service, crowd.publisher, 'PUT', `/apiv2/event/${crowd.eventOf(0)}`, {
    location: `Ground ${Date.now()}`,
  })
  const { data } = (await signedRequest(service, crowd.publisher, 'GET', '/admin/api/changes?limit=1')) as {
    data: { revision: number; calendarId: string }[]
  }
  const { revision, calendarId } = data[0]!
  const path = `/admin/api/changes/${revision}/reach?calendarId=${calendarId}`
  const count = async () => {
    const from = performance.now()
    for (;;) {
      const answer = (await signedRequest(service, crowd.publisher, 'GET', path)) as {
        data: { reach: { active: number; silent: number } | null }
      }
      const { reach } = answer.data
      if (reach) {
        options.progress(`reach: ${reach.active} active, ${reach.silent} silent`)
        return (performance.now() - from) / 1000
      }
      await sleep(PAUSE_MS)
    }
  }
  const counting = count()
  const beside = await pollUntil(poll, counting)
  const name = `reach, ${crowd.shape.subscribers.toLocaleString('en')} subscribers`
  return [
    {
      name: `${name}, counted beside polls`,
      unit: 's',
      value: await counting,
      peer: LIMIT,
      goal: { below: 1 },
    },
    {
      name: `${name}, p99 of a feed`,
      unit: 'ms',
      value: quantile(beside, 0.99),
      peer: { name: 'alone', value: quantile(alone, 0.99) },
    },
  ]
}

/** Polls at the rate of a million people until something is done. Returns the times of the answers in ms. */
export async function pollUntil(poll: () => Promise<unknown>, done: Promise<unknown>): Promise<number[]> {
  let goOn = true
  void done.finally(() => (goOn = false))
  const times: number[] = []
  const underWay: Promise<unknown>[] = []
  const began = performance.now()
  for (let sent = 0; goOn; await sleep(PAUSE_MS))
    for (; sent < ((performance.now() - began) * POLLS_PER_SECOND) / 1000; sent++) {
      const from = performance.now()
      underWay.push(poll().then(() => times.push(performance.now() - from)))
    }
  await Promise.all(underWay)
  return times
}
