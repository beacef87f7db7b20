import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { REST } from '../src/alerts/find-recipients.ts'
import { smtpReceiver } from '../test/support/smtp-receiver.ts'
import { bigCrowd, scattered } from './big.ts'
import { type Figure, quantile } from './figure.ts'
import type { Options } from './options.ts'
import { pollUntil } from './reach.ts'
import { type Settings, startService } from './service.ts'
import { signedRequest } from './signed-requests.ts'
import { fetchRaw } from './stage.ts'

const LIMIT = { name: 'limit', value: 3 }
const PAUSE_MS = 100
/** Mails that are sent beside polls, and their rate. */
const MAILS = 500
const PER_SECOND = '100'

/**
 * How long it takes to find out who of a million has not fetched a change, and what feeds take while they are found
 * and told.
 */
export async function alerts(options: Options): Promise<Figure[]> {
  const crowd = await bigCrowd(options)
  makeActive(crowd.settings)
  const receiver = await smtpReceiver()
  const settings = { ...crowd.settings, SMTP_URL: receiver.url, FASTI_MAILS_PER_SECOND: PER_SECOND }
  await using service = await startService(settings, options.profiles)
  const who = scattered(crowd.shape.subscribers)
  const seconds = options.quick ? 1 : 10
  let polled = 0
  const poll = () => fetchRaw(service, crowd.feedPath(who(polled++ % 4000)))
  await pollUntil(poll, sleep(seconds * 1000))
  const alone = await pollUntil(poll, sleep(seconds * 1000))

  const ask = <Data>(method: string, path: string, body?: object) =>
    signedRequest(service, crowd.publisher, method, path, body) as Promise<{ data: Data }>
  await ask('PUT', `/apiv2/event/${crowd.eventOf(0)}`, { location: `Ground ${Date.now()}` })
  type Change = { revision: number; calendarId: string }
  const { data } = await ask<Change[]>('GET', '/admin/api/changes?limit=1')
  const { revision, calendarId } = data[0]!
  const tell = (dryRun: boolean) =>
    ask<{ people: number; alertId: string | null }>(
      'POST',
      `/admin/api/changes/${revision}/tell?calendarId=${calendarId}`,
      { dryRun },
    )
  const from = performance.now()
  const { people } = (await tell(true)).data
  const counted = (performance.now() - from) / 1000
  options.progress(`alerts: ${people} people waiting, counted in ${counted.toFixed(1)} s`)
  const worked = counted / (1 + REST)

  const { alertId } = (await tell(false)).data
  const began = performance.now()
  let found = 0
  const sent = (async () => {
    for (; ; await sleep(PAUSE_MS)) {
      const { state } = (await ask<{ state: string }>('GET', `/admin/api/alerts/${alertId}`)).data
      if (state !== 'finding' && found === 0) found = (performance.now() - began) / 1000
      if (state === 'done' || receiver.mails.length >= MAILS) return
    }
  })()
  const beside = await pollUntil(poll, sent)
  // It may have ended just now.
  await ask('POST', `/admin/api/alerts/${alertId}/dismiss`).catch(() => {})
  await receiver.close()
  const name = `alerts, ${crowd.shape.subscribers.toLocaleString('en')} subscribers`
  return [
    { name: `${name}, counted, without rests`, unit: 's', value: worked, peer: LIMIT, goal: { below: 1 } },
    {
      name: `${name}, stored beside polls`,
      unit: 's',
      value: found,
      peer: { name: 'counted', value: counted },
    },
    {
      name: `${name}, p99 of a feed meanwhile`,
      unit: 'ms',
      value: quantile(beside, 0.99),
      peer: { name: 'alone', value: quantile(alone, 0.99) },
    },
  ]
}

/** All applications have read their feeds just now, so that all of them wait for the next change. */
function makeActive({ FASTI_DATA }: Settings): void {
  const database = new DatabaseSync(join(FASTI_DATA!, 'fasti.db'))
  database.prepare('update feed_read set last_read_at = ?').run(Date.now())
  database.close()
}
