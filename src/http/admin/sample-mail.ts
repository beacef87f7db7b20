import type { Alert } from '../../alerts/alert.ts'
import { type AlertedEvent, alertMail } from '../../alerts/alert-mail.ts'
import { TOLD_KINDS } from '../../alerts/alert-rule.ts'
import { calendarNames, readHistories } from '../../alerts/history.ts'
import { newsBetween } from '../../alerts/news.ts'
import { listCalendars } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import type { EventPicture } from '../../events/event-change.ts'
import { listPublicChanges } from '../../events/event-change-store.ts'
import { brandOf, type Publisher } from '../../publishers/publisher.ts'
import { addDays, dayAt } from '../../time/day.ts'
import { type Language } from '../../words/index.ts'
import type { MailPreviewAnswer } from './alerts-schemas.ts'

/** Changes in which one to show is searched. */
const SEARCHED = 50

/** Returns a mail about the newest change that can be told, or about an invented one. */
export async function sampleMail(
  ctx: AppContext,
  publisher: Publisher,
  language: Language,
): Promise<MailPreviewAnswer['data']> {
  const changes = await listPublicChanges(ctx.db, publisher.id, {}, SEARCHED)
  const topics = changes.map(({ eventId, calendarId }) => ({ eventId, calendarId }))
  const [event] = await toldEvents(ctx, publisher.id, topics)
  return mailOf(ctx, publisher, [event ?? (await inventedEvent(ctx, publisher))], language)
}

/** Returns the mail that an alert sends to whoever knows the events as they were before its changes. */
export async function mailOfAlert(
  ctx: AppContext,
  publisher: Publisher,
  { topics, terms }: Alert,
): Promise<MailPreviewAnswer['data']> {
  return mailOf(ctx, publisher, await toldEvents(ctx, publisher.id, topics), terms.language)
}

/** Returns events as the reader who is furthest behind is told of them. Leaves out those without news. */
async function toldEvents(
  { db, now }: AppContext,
  publisherId: number,
  topics: Alert['topics'],
): Promise<AlertedEvent[]> {
  const histories = await readHistories(db, publisherId, topics, now())
  const names = await calendarNames(db, publisherId, topics)
  const terms = { kinds: TOLD_KINDS, leastMove: 0 }
  return [...histories].flatMap(([, { changes, current }], i): AlertedEvent[] => {
    const { eventId, calendarId } = topics[i]!
    const calendarName = names.get(calendarId) ?? ''
    const after = current?.picture ?? null
    // A change that was taken back is news only to those who read in between.
    for (const { before, startBefore } of changes) {
      const kinds = before ? newsBetween(terms, { picture: before, startAt: startBefore }, current) : []
      if (before && kinds.length > 0) return [{ eventId, kinds, before, after, calendarName }]
    }
    return []
  })
}

function mailOf(ctx: AppContext, publisher: Publisher, events: AlertedEvent[], language: Language) {
  const { publicUrl } = ctx.config.http
  const links = { portal: `${publicUrl}/manage/…`, off: `${publicUrl}/alerts/…` }
  const { subject, text, html } = alertMail('', brandOf(publisher), events, links, language, ctx.now())
  return { subject, text, html }
}

async function inventedEvent({ db, now }: AppContext, publisher: Publisher): Promise<AlertedEvent> {
  const [calendar] = await listCalendars(db, publisher.id, false)
  const day = addDays(dayAt(publisher.timezone, now()), 1)
  const before: EventPicture = {
    ...{ name: 'City v Town', location: 'City Ground', timezone: publisher.timezone, cancelled: false },
    ...{ startDate: day, startTime: '15:00', endDate: day, endTime: '17:00' },
  }
  const next = addDays(day, 1)
  const after = { ...before, startDate: next, startTime: '17:30', endDate: next, endTime: '19:30' }
  return { eventId: '', kinds: ['moved'], before, after, calendarName: calendar?.name ?? publisher.company }
}
