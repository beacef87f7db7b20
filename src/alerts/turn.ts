import type { OperationContext } from '../operation.ts'
import type { Publisher } from '../publishers/publisher.ts'
import type { Language } from '../words/index.ts'
import type { Alert } from './alert.ts'
import type { Channel } from './alert-rule.ts'
import type { EventHistory } from './news.ts'
import { newsFor, type NewsItem } from './person-news.ts'
import { type Claim, type Person, updateRecipient } from './recipient-store.ts'

/** A recipient of an alert whose turn it is, and everything that a message needs. */
export interface Turn {
  alert: Alert
  publisher: Publisher
  person: Person
  claim: Claim
  histories: Map<string, EventHistory>
  calendarNames: Map<string, string>
  language: Language
}

/**
 * The result of a turn by one channel. `told`: messages were sent now or before. `later`: it has to be tried again.
 * `away`: no messages to anybody can be sent now. For the others see `RecipientState`.
 */
export type Heard = 'told' | 'current' | 'late' | 'capped' | 'off' | 'refused' | 'later' | 'away'

const DAY_MS = 24 * 3_600_000
/** More events are told in one message. */
const SINGLE_MESSAGES = 3

/** Returns what each message to a person tells; or why there is none. */
export function messagesOf(turn: Turn, channel: Channel, now: number): NewsItem[][] | Heard {
  const { alert, person, claim, histories, calendarNames } = turn
  const news = newsFor(person, channel, alert, histories, calendarNames)
  const inTime = news.filter(({ startAt }) => startAt > now)
  const wasTold = Object.keys(claim.told[channel] ?? {}).length > 0
  if (inTime.length === 0) return wasTold ? 'told' : news.length > 0 ? 'late' : 'current'
  const left = alert.terms.dailyCap - messagesSince(person, channel, now - DAY_MS)
  if (left <= 0) return wasTold ? 'told' : 'capped'
  return inTime.length <= Math.min(SINGLE_MESSAGES, left) ? inTime.map((item) => [item]) : [inTime]
}

/** The messages that a person got since a time (epoch ms). */
function messagesSince({ told }: Person, channel: Channel, since: number): number {
  return told
    .filter(({ at }) => at >= since)
    .map(({ told }) => Object.keys(told[channel] ?? {}).length)
    .reduce((sum, events) => sum + (events > SINGLE_MESSAGES ? 1 : events), 0)
}

/** Stores that a message was sent. Returns false if the claim has run out: another process has the rest. */
export async function markTold(
  { db, now }: OperationContext,
  { alert, claim }: Turn,
  channel: Channel,
  news: NewsItem[],
): Promise<boolean> {
  const revisions = Object.fromEntries(news.map(({ key, revision }) => [key, revision]))
  claim.told = { ...claim.told, [channel]: { ...claim.told[channel], ...revisions } }
  return updateRecipient(db, alert, claim, { state: 'waiting', told: claim.told, at: now() })
}
