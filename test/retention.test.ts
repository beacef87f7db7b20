import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { NOBODY_YET } from '../src/alerts/alert.ts'
import { insertAlert, listAlerts } from '../src/alerts/alert-store.ts'
import { sweepAlerts } from '../src/alerts/sweep-alerts.ts'
import { listChangesAfter, recordChanges, sweepChanges } from '../src/events/event-change-store.ts'
import { newId } from '../src/ids.ts'
import { insertImage } from '../src/images/image-store.ts'
import { sweepImages } from '../src/images/sweep-images.ts'
import { sweepMails } from '../src/mail/forget-mails.ts'
import { sweepErased } from '../src/personal-data/sweep-erased.ts'
import { setNotifiedPercent } from '../src/reach/reach-notification-store.ts'
import { insertReach } from '../src/reach/reach-store.ts'
import { sweepReach } from '../src/reach/sweep-reach.ts'
import { foldStatistics } from '../src/statistics/fold-statistics.ts'
import { addToStatistics, subscribersBefore } from '../src/statistics/statistic-store.ts'
import { insertErased, markErasureDone } from '../src/subscribers/erased-store.ts'
import { note } from '../src/users/audit.ts'
import { sweepAudit } from '../src/users/audit-sweep.ts'
import { DATABASES } from './support/databases.ts'
import { useTestApp } from './support/test-app.ts'

const DAY = 86_400_000
const NOW = Date.parse('2030-06-15T12:00:00Z')
const never = new AbortController().signal

describe.each(DATABASES)('what is forgotten on %s', (kind) => {
  const app = useTestApp(kind, { now: () => NOW })

  it('are changes after three years, however many', async () => {
    const { id: publisherId } = await app.publisher()
    const write = (at: number) => {
      const actor = {
        publisherId,
        kind: 'user',
        id: 'u',
        name: 'U',
        homeId: publisherId,
        requestId: 'r',
        at,
      } as const
      return note(app.ctx.db, actor, 'widget.change', { kind: 'widget', id: 'w' })
    }
    for (let n = 0; n < 510; n++) await write(NOW - 3 * 365 * DAY - 1000 - n)
    await write(NOW - 3 * 365 * DAY + 1000)
    await sweepAudit(app.ctx, never)
    const left = await app.ctx.db
      .selectFrom('audit_log')
      .select('at')
      .where('publisher_id', '=', publisherId)
      .execute()
    expect(left).toEqual([{ at: NOW - 3 * 365 * DAY + 1000 }])
  })

  it('are changes of events after 400 days, and their reach', async () => {
    const { id } = await app.publisher()
    const { db } = app.ctx
    const changed = (revision: number, at: number) => ({
      ...{
        revision,
        at,
        eventId: `e${revision}`,
        calendarId: 'c',
        private: false,
        kinds: ['moved' as const],
      },
      ...{ before: null, after: null, startBefore: at, startAfter: at, endAt: at + DAY },
    })
    const old = Array.from({ length: 510 }, (_, n) => changed(n + 1, NOW - 400 * DAY - 1000))
    const young = changed(600, NOW - 400 * DAY + 1000)
    await recordChanges(db, id, [...old, young])
    const counts = { active: 1, reached: 1, partly: 0, silent: 0, applications: [] }
    const counted = ({ revision, calendarId, at }: (typeof old)[number]) =>
      [at, at + DAY].map((countedAt) => ({ revision, calendarId, countedAt, ...counts }))
    await insertReach(db, id, [...old, young].flatMap(counted))
    for (const change of [...old, young]) await setNotifiedPercent(db, id, change, 50)
    await sweepChanges(app.ctx, never)
    await sweepReach(app.ctx, never)
    expect((await listChangesAfter(db, id, 0, 1000)).map(({ revision }) => revision)).toEqual([600])
    const reach = await db
      .selectFrom('change_reach')
      .select('revision')
      .where('publisher_id', '=', id)
      .execute()
    expect(reach).toEqual([{ revision: 600 }, { revision: 600 }])
    const percents = await db
      .selectFrom('reach_notification')
      .select('revision')
      .where('publisher_id', '=', id)
      .execute()
    expect(percents).toEqual([{ revision: 600 }])
  })

  it('are alerts after 90 days, with whom they told, however many', async () => {
    const { id: publisherId } = await app.publisher()
    const { db } = app.ctx
    const alertAt = async (created: number, people: number) => {
      const id = newId(created)
      const terms = {
        kinds: [],
        leastMove: 0,
        dailyCap: 3,
        askAbove: 1,
        channels: [],
        language: 'en' as const,
      }
      await insertAlert(db, {
        ...{ id, publisherId, askedBy: '', created, state: 'asking', topics: [], terms, people },
        counts: NOBODY_YET,
      })
      const recipient = (n: number) => ({
        ...{ publisher_id: publisherId, alert_id: id, subscriber_id: `s${n}`, state: 'waiting' },
        ...{ attempts: 0, next_at: 0 },
      })
      if (people > 0)
        await db
          .insertInto('alert_recipient')
          .values(Array.from({ length: people }, (_, n) => recipient(n)))
          .execute()
      return id
    }
    for (const people of [510, 0, 1]) await alertAt(NOW - 90 * DAY - 1000, people)
    const young = await alertAt(NOW - 90 * DAY + 1000, 2)
    await sweepAlerts(app.ctx, never)
    expect((await listAlerts(db, publisherId, { limit: 10 })).map(({ id }) => id)).toEqual([young])
    const left = await db
      .selectFrom('alert_recipient')
      .select(['alert_id', 'subscriber_id'])
      .where('publisher_id', '=', publisherId)
      .orderBy('subscriber_id')
      .execute()
    expect(left).toEqual(['s0', 's1'].map((subscriber_id) => ({ alert_id: young, subscriber_id })))
  })

  it('are days of statistics, which become months with the same sum', async () => {
    const { id } = await app.publisher()
    await addToStatistics(app.ctx.db, id, [
      { name: 'joined', day: '2026-02-01', value: 5 },
      { name: 'joined', day: '2026-02-02', value: 3 },
      { name: 'joined', day: '2026-02-28', value: 2 },
      { name: 'left', day: '2026-02-28', value: 1 },
      { name: 'joined', day: '2027-05-31', value: 1 },
      { name: 'joined', day: '2027-06-02', value: 4 },
      { name: 'joined:widget:a', day: '2026-02-03', value: 2 },
      { name: 'joined:widget:a', day: '2026-02-04', value: 3 },
    ])
    const before = await subscribersBefore(app.ctx.db, id, '2030-06-15')
    await foldStatistics(app.ctx, never)
    await foldStatistics(app.ctx, never)
    const rows = await app.ctx.db
      .selectFrom('daily_statistic')
      .select(['day', 'name', 'value'])
      .where('publisher_id', '=', id)
      .orderBy('day')
      .orderBy('name')
      .execute()
    expect(rows.map(({ day, name, value }) => `${day} ${name} ${value}`)).toEqual([
      ...['2026-02-01 joined 10', '2026-02-01 left 1', '2027-05-01 joined 1', '2027-06-02 joined 4'],
    ])
    expect(await subscribersBefore(app.ctx.db, id, '2030-06-15')).toBe(before)
    const details = await app.ctx.db
      .selectFrom('daily_detail')
      .select(['day', 'name', 'value'])
      .where('publisher_id', '=', id)
      .execute()
    expect(details).toEqual([{ day: '2026-02-01', name: 'joined:widget:a', value: 5 }])
  })

  it('are pictures that nothing shows, a day after they came', async () => {
    const club = await app.publisher()
    const ids = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(24))
    const [shown, onCalendar, replaced, fresh, onWidget] = ids as [string, string, string, string, string]
    for (const id of ids) {
      const image = { publisherId: club.id, id, contentType: 'image/png', bytes: Buffer.from('png') }
      await insertImage(app.ctx.db, image, id === fresh ? NOW : NOW - 2 * DAY)
    }
    const url = (id: string) => `https://fasti.test/logo/${id}.png`
    await app.ctx.db
      .updateTable('publisher')
      .set({ settings: JSON.stringify({ logo: url(shown) }) })
      .where('publisher_id', '=', club.id)
      .execute()
    const calendarId = await club.calendar()
    await app.ctx.db
      .updateTable('calendar')
      .set({ logo: url(onCalendar) })
      .where('publisher_id', '=', club.id)
      .where('id', '=', calendarId)
      .execute()
    await app.ctx.db
      .updateTable('widget')
      .set({ settings: JSON.stringify({ image: url(onWidget) }) })
      .where('publisher_id', '=', club.id)
      .execute()
    await sweepImages(app.ctx, never)
    const status = async (id: string) => (await fetch(`${app.url}/logo/${id}.png`)).status
    expect(await Promise.all(ids.map(status))).toEqual([200, 200, 404, 200, 200])
    const known = await app.ctx.db
      .selectFrom('directory')
      .select('key')
      .where('kind', '=', 'image')
      .where('key', '=', replaced)
      .execute()
    expect(known).toEqual([])
  })

  it('is after two years that somebody was erased, where nothing is left to do', async () => {
    const { id: publisherId } = await app.publisher()
    const old = NOW - 2 * 365 * DAY - 1000
    for (const [id, erasedAt] of Object.entries({ old, waiting: old, recent: old + 2000 }))
      await insertErased(app.ctx.db, { publisherId, id, privateCalendarId: id, endedAt: erasedAt, erasedAt })
    for (const id of ['old', 'recent']) await markErasureDone(app.ctx.db, publisherId, id)
    await sweepErased(app.ctx, never)
    const left = await app.ctx.db
      .selectFrom('erased_subscriber')
      .select('id')
      .where('publisher_id', '=', publisherId)
      .orderBy('id')
      .execute()
    expect(left).toEqual([{ id: 'recent' }, { id: 'waiting' }])
  })

  it('are mails in files after a week', async () => {
    const { folder } = app.ctx.config.mail
    await sweepMails(folder, NOW) // the folder does not exist yet
    await mkdir(folder, { recursive: true })
    for (const name of ['2030-06-07-a.eml', '2030-06-08-b.eml', '2030-06-15-c.eml', '2020-01-01-notes.txt'])
      await writeFile(path.join(folder, name), '')
    await sweepMails(folder, NOW)
    expect((await readdir(folder)).sort()).toEqual([
      '2020-01-01-notes.txt',
      '2030-06-08-b.eml',
      '2030-06-15-c.eml',
    ])
  })
})
