import { getCalendar } from '../calendars/calendar-store.ts'
import type { AppContext } from '../context.ts'
import { sourceMail, type SourceNews } from '../mail/messages.ts'
import { brandOf } from '../publishers/publisher.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { listUsers } from '../users/user-store.ts'
import type { ReadSource } from './source.ts'

/** Queues a mail about a source to each active owner, in the owner's language. */
export function mailOwners(
  ctx: Pick<AppContext, 'db' | 'config' | 'log' | 'mailer'>,
  { publisherId, calendarId, id, address }: ReadSource,
  news: SourceNews,
): void {
  const post = async () => {
    const publisher = await getPublisher(ctx.db, publisherId)
    const calendar = await getCalendar(ctx.db, publisherId, calendarId)
    const host = URL.parse(address)?.host ?? ''
    const link = `${ctx.config.http.publicUrl}/admin/import/sources/${id}`
    const about = { calendar: calendar.name, host, timezone: publisher.timezone }
    for (const { email, role, disabled, language } of await listUsers(ctx.db, publisherId))
      if (role === 'owner' && !disabled)
        ctx.mailer.post(() =>
          Promise.resolve(sourceMail(email, brandOf(publisher), link, about, news, language)),
        )
  }
  post().catch((error: unknown) =>
    ctx.log.warn({ err: error, sourceId: id }, 'mails about a source were not sent'),
  )
}
