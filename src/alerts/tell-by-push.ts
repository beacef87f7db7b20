import { hash } from 'node:crypto'
import type { AppContext } from '../context.ts'
import { manageUrl } from '../links/links.ts'
import { deliverPush } from '../web-push/deliver-push.ts'
import type { PushMessage } from '../web-push/web-push.ts'
import { directionOf } from '../words/index.ts'
import { alertDigest, alertNotice } from './alert-mail.ts'
import type { NewsItem } from './person-news.ts'
import { type Heard, markTold, messagesOf, type Turn } from './turn.ts'

type PushContext = Pick<AppContext, 'db' | 'now' | 'config' | 'links' | 'webPush'>

/** Push services keep messages for four weeks at most. */
const MOST_SECONDS = 28 * 86_400
const URGENT_MS = 24 * 3_600_000
const TOPIC_LENGTH = 32

/**
 * Sends what a person has to be told to their browsers. A message counts as sent once one browser's push service took
 * it.
 */
export async function tellByPush(ctx: PushContext, turn: Turn): Promise<Heard> {
  const { alert, person } = turn
  if (!alert.terms.channels.includes('push') || person.browsers.length === 0) return 'off'
  const messages = messagesOf(turn, 'push', ctx.now())
  if (typeof messages === 'string') return messages
  for (const news of messages) {
    const outcomes: string[] = []
    for (const browser of person.browsers) {
      const message = messageOf(ctx, turn, browser.linkNumber, news)
      outcomes.push((await deliverPush(ctx, browser, message)).outcome)
    }
    if (!outcomes.includes('sent')) return outcomes.includes('later') ? 'later' : 'off'
    if (!(await markTold(ctx, turn, 'push', news))) break
  }
  return 'told'
}

/** `linkNumber`: of the link with which the browser was subscribed, whose portal a tap opens. */
function messageOf(
  ctx: PushContext,
  { alert, publisher, person, language }: Turn,
  linkNumber: number,
  news: NewsItem[],
): PushMessage {
  const now = ctx.now()
  const token = ctx.links.token('manage', {
    ...{ publisherId: alert.publisherId, id: person.id, number: linkNumber },
  })
  // One for each event, so that a newer message replaces an older one that still waits.
  const about = news.length === 1 ? news[0]!.key : alert.id
  const topic = hash('sha256', `${alert.publisherId} ${about}`, 'base64url').slice(0, TOPIC_LENGTH)
  const startAt = news[0]!.startAt
  const texts =
    news.length === 1
      ? alertNotice(publisher.company, news[0]!, language, now)
      : alertDigest(publisher.company, news, language, now)
  return {
    payload: {
      ...texts,
      url: manageUrl('', token),
      tag: topic,
      lang: language,
      dir: directionOf(language),
    },
    ttl: Math.min(MOST_SECONDS, Math.ceil((startAt - now) / 1000)),
    urgency: startAt - now <= URGENT_MS ? 'high' : 'normal',
    topic,
  }
}
