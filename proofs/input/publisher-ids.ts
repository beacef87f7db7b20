import { randomUUID } from 'node:crypto'
import { newId } from '../../src/ids.ts'
import { insertImage } from '../../src/images/image-store.ts'
import { REQUESTS } from '../../test/support/admin-requests.ts'
import type { Json } from '../../test/support/test-publisher.ts'
import type { World } from './world.ts'

/** One of everything a publisher has, by its kind. */
export interface Held {
  ids: Record<string, string>
  /** Texts that stand for this publisher wherever they appear. */
  marks: string[]
}

const NOBODYS: [pattern: RegExp, id: string][] = [
  [/^[0-9a-f]{24}$/, newId()],
  [/^[0-9a-f-]{36}$/, randomUUID()],
  // Short enough for the number of a link, too.
  [/^\d+$/, '98765'],
  [/@/, 'nobody@example.com'],
]

/** An id that looks like this one and that nobody has. */
export function unknownLike(id: string): string {
  const known = NOBODYS.find(([pattern]) => pattern.test(id))
  return known?.[1] ?? (id.length > 30 ? 'A'.repeat(id.length) : 'nothing-of-the-kind')
}

let counter = 0

export async function everythingHeld(world: World): Promise<Held> {
  const { app, club, owner } = world
  const n = `held-${++counter}`
  const mark = `Marked words of ${n}`
  const calendar = await club.calendar({
    reference: `${n}-calendar`,
    name: mark,
    categories: `${n}-category`,
  })
  const draft = await club.calendar({ reference: `${n}-draft`, draftCalendar: 1, name: mark })
  const fan = await club.subscriber(`${n}@example.com`, [calendar])
  const event = await club.event(calendar, {
    reference: `${n}-event`,
    referenceType: `${n}-group`,
    name: mark,
  })
  const privateEvent = await club.privateEvent(fan.svcId, { reference: `${n}-private`, name: mark })
  const { calendarId: privateCalendar } = (await club.get(`/event/${privateEvent}`)).body.data
  const [{ id: delivery, notificationId: notification }] = (await club.get('/admin/api/deliveries')).body.data
  const [importPath] = await REQUESTS['DELETE /imports/:id']!(world)
  const [requestPath] = await REQUESTS['GET /requests/:id']!(world)
  const image = { publisherId: club.id, id: newId(), contentType: 'image/png', bytes: Buffer.from('x') }
  await insertImage(app.ctx.db, image, app.ctx.now())
  const audit = (await owner.get('/audit-log')).body.data as Json[]
  const categories = (await owner.get('/categories')).body.data as Json[]
  const last = (path: string) => path.split('/').at(-1)!
  const ids = {
    ...{ calendar, draft, privateCalendar, event, privateEvent, svc: fan.svcId, email: fan.email },
    ...{
      callback: world.callback,
      delivery,
      notification,
      widget: club.widgetId,
      person: owner.id,
      invited: world.invited,
    },
    ...{ apiKey: club.apiKey, publisher: String(club.id), category: categories[0].id, audit: audit[0].id },
    ...{ import: last(importPath), request: last(requestPath) },
    ...{ manageToken: last(fan.manageUrl), feedToken: fan.feedUrl.split('/').at(-2)! },
    ...{
      calendarKey: `${n}-calendar`,
      eventKey: `${n}-event`,
      groupKey: `${n}-group`,
      categoryName: `${n}-category`,
    },
    image: image.id,
  }
  return { ids, marks: [mark, owner.email] }
}
