import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { COUNTED_MS } from '../events/event-change.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import type { Alert } from './alert.ts'
import { countEnd } from './alert-store.ts'
import { calendarNames, readHistories } from './history.ts'
import {
  type Claim,
  claimRecipients,
  findPerson,
  type RecipientChange,
  updateRecipient,
} from './recipient-store.ts'
import { tellByMail } from './tell-by-mail.ts'
import { tellByPush } from './tell-by-push.ts'
import type { Heard, Turn } from './turn.ts'

export type SendContext = Pick<
  AppContext,
  'db' | 'now' | 'config' | 'links' | 'mailer' | 'webPush' | 'meters'
>

/** Recipients claimed at once. */
const AT_ONCE = 20
/** For this long nobody else takes a claimed recipient: well beyond the longest attempts. */
const CLAIM_MS = 10 * 60_000
const MINUTE_MS = 60_000
/** The longest pause between two attempts. */
const LONGEST_PAUSE_MS = 15 * MINUTE_MS
/** If the channels end differently, the recipient gets the state that comes first here. */
const ENDS = ['told', 'late', 'capped', 'refused', 'current', 'off'] as const

/** The result of one round of sending. */
export interface Round {
  /** Recipients looked at. */
  claimed: number
  /** True if the mail server takes nothing. */
  away: boolean
}

/** Sends an alert to some of its recipients, at most `limit`. */
export async function sendSome(ctx: SendContext, alert: Alert, limit: number): Promise<Round> {
  const now = ctx.now()
  const claims = await claimRecipients(ctx.db, alert, Math.min(AT_ONCE, limit), now, now + CLAIM_MS)
  if (claims.length === 0) return { claimed: 0, away: false }
  const publisher = await getPublisher(ctx.db, alert.publisherId)
  const names = await calendarNames(ctx.db, alert.publisherId, alert.topics)
  let away = false
  for (const claim of claims) {
    const turn = await readTurn(ctx, { alert, publisher, claim, calendarNames: names })
    const heard: Heard[] = turn ? [await tellByPush(ctx, turn), await tellByMail(ctx, turn, away)] : []
    away ||= heard.includes('away')
    await store(ctx, alert, claim, changeAfter(ctx, claim, heard))
  }
  return { claimed: claims.length, away }
}

/** Reads what concerns one person just before their turn: messages before it may have taken minutes. */
async function readTurn(
  { db, now: clock }: SendContext,
  known: Pick<Turn, 'alert' | 'publisher' | 'claim' | 'calendarNames'>,
): Promise<Turn | undefined> {
  const { publisherId, topics, terms } = known.alert
  const now = clock()
  const person = await findPerson(db, publisherId, known.claim.subscriberId, {
    ...{ toldSince: now - COUNTED_MS, now },
  })
  if (!person) return undefined
  const histories = await readHistories(db, publisherId, topics, now)
  return { ...known, person, histories, language: person.language || terms.language }
}

/** Returns what to store of a recipient after a turn; nothing was heard of one who left. */
function changeAfter({ now }: SendContext, { attempts }: Claim, heard: Heard[]): RecipientChange {
  if (!heard.includes('away') && !heard.includes('later'))
    return { state: ENDS.find((state) => heard.includes(state)) ?? 'off' }
  const pause = Math.min(LONGEST_PAUSE_MS, MINUTE_MS * 2 ** attempts)
  return { state: 'waiting', attempts: attempts + 1, nextAt: now() + pause }
}

async function store({ db }: SendContext, alert: Alert, claim: Claim, change: RecipientChange) {
  await transact(db, async (tx) => {
    const mine = await updateRecipient(tx, alert, claim, change)
    if (mine && change.state !== 'waiting') await countEnd(tx, alert, change.state)
  })
}
