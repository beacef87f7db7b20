import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { finishErasures } from '../src/personal-data/finish-erasures.ts'
import { DATABASES } from './support/databases.ts'
import { ownTables } from './support/own-tables.ts'
import { useReceiver } from './support/receiver.ts'
import { type TestApp, useTestApp } from './support/test-app.ts'
import { fixture, record, send } from './support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, userOf } from './support/users.ts'

const EMAIL = 'Erasmus.Quillfeather@somewhere.example'
/** Texts of this person only, too long to occur by chance. Nothing may contain them afterwards. */
const TRACES = ['erasmus', 'quillfeather', '0791 555 0199', 'seat q17', 'row zanzibar', 'tribune xylophone']

describe.each(DATABASES)('an erased person on %s', (kind) => {
  let clock = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { worker: true, now: () => (clock += 300), ...BEHIND_PROXY })
  const receiver = useReceiver()

  it('is in no table and no file any more', async () => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    receiver.answers.set('/told', (response, { raw }) => response.writeHead(200).end(`got ${raw}`))
    await club.callback(`${receiver.url}/told`)
    await club.subscribe(EMAIL, [await club.calendar()], { first_name: 'Erasmus', mobile: '0791 555 0199' })
    const { id } = (await club.get(`/subscriber/${EMAIL}`)).body.data as { id: string }
    await makeTraces(id)
    await expect.poll(() => receiver.at('/told').length).toBe(1)
    expect(await placesOf(app, TRACES)).toEqual(
      expect.arrayContaining(['audit_log', 'event', 'mail', 'notification', 'request_log', 'subscriber']),
    )

    expect((await owner.delete(`/subscribers/${id}`)).status).toBe(200)
    await expect.poll(() => receiver.at('/told').at(-1)!.body.action).toBe('unsubscribe')
    await expect
      .poll(async () => (await club.get('/admin/api/deliveries')).body.data[0].state)
      .toBe('delivered')
    clock += 60_000
    await finishErasures(app.ctx)

    expect(await placesOf(app, TRACES)).toEqual([])
    // That there was somebody of this id, who was told of it, and who did what.
    expect(await placesOf(app, [id])).toEqual(['audit_log', 'erased_subscriber', 'notification'])
    expect((await club.get('/notifications')).body.data).toMatchObject([
      { kind: 'unsubscribe', payload: { svcId: id, email: '', reference: '' } },
    ])
    const entries = await auditOf(app, club.id)
    const ofEvents = entries.filter(({ action }) => action.startsWith('event.'))
    expect(ofEvents.map(({ action }) => action)).toEqual([
      ...['event.create', 'event.change', 'event.delete', 'event.change'],
    ])
    expect(JSON.parse(ofEvents[3]!.after!)).toEqual({ calendarId: '(erased)', details: '(erased)' })
    expect(JSON.parse(ofEvents[0]!.after!)).toMatchObject({ name: '(erased)', location: '(erased)' })
    const paths = await app.ctx.database.limits.selectFrom('request_log').select('path').execute()
    expect(paths.map((row) => row.path)).toContain('/apiv2/subscriber/(erased)')
    expect(await finishErasures(app.ctx)).toBeUndefined()
    const { done } = await app.ctx.db.selectFrom('erased_subscriber').select('done').executeTakeFirstOrThrow()
    expect(done).toBe(1)

    async function makeTraces(svcId: string): Promise<void> {
      // One event was made and taken away by a user, one changed by a user and still there.
      const made = await owner.post(`/subscribers/${svcId}/events`, fixture({ name: 'Seat Q17' }))
      expect(made.status, made.text).toBe(200)
      const first = `/subscribers/${svcId}/events/${made.body.data.id}`
      expect((await owner.put(first, { location: 'Row Zanzibar' })).status).toBe(200)
      expect((await owner.delete(first)).status).toBe(200)
      const second = await club.privateEvent(svcId, { name: 'Seat Q17' })
      const change = await owner.put(`/subscribers/${svcId}/events/${second}`, {
        details: 'Tribune Xylophone',
      })
      expect(change.status, change.text).toBe(200)
      const events = [record(svcId, { name: `Seat Q17 of ${EMAIL}` })]
      const batch = await club.post('/batch/events', { type: 'private', events })
      expect(batch.body.added).toBe(1)
      // In the log of requests: by id, and refused ones that name the e-mail in the path and in the query.
      expect((await club.get(`/subscriber/${svcId}`)).status).toBe(200)
      const forged = `apiKey=${club.apiKey}&apiSign=${'0'.repeat(32)}`
      for (const where of [
        `subscriber/${EMAIL}?`,
        `event?who=${encodeURIComponent(EMAIL)}&`,
        `subscriber/${svcId}?`,
      ])
        expect((await send(`${app.url}/apiv2/${where}${forged}`)).status).toBe(403)
      const { folder } = app.ctx.config.mail
      await mkdir(folder, { recursive: true })
      const mail = `From: a@b.example\r\nTo: Erasmus <${EMAIL}>\r\n\r\nYour link\r\n`
      await writeFile(path.join(folder, '2027-03-01-one.eml'), mail)
      await writeFile(path.join(folder, '2027-03-01-two.eml'), 'To: other@b.example\r\n\r\nNot yours\r\n')
    }
  })

  it('is looked for in logs at first, and again when a callback that was away is given up', async () => {
    const club = await app.publisher()
    receiver.answers.set('/away', (response) => response.writeHead(500).end())
    await club.callback(`${receiver.url}/away`)
    const owner = await userOf(app, club, 'owner')
    const { svcId } = await club.subscriber()
    expect((await owner.delete(`/subscribers/${svcId}`)).status).toBe(200)
    const look = async (later: number) => {
      clock += later
      expect((await club.get(`/subscriber/${svcId}`)).status).toBe(404)
      await app.ctx.requestLog.flush()
      await finishErasures(app.ctx)
      const logged = await app.ctx.database.limits.selectFrom('request_log').select('path').execute()
      return logged.some(({ path }) => path.endsWith(svcId))
    }
    expect(await look(60_000)).toBe(false)
    expect(await look(11 * 60_000)).toBe(true)
    expect(await look(24 * 3_600_000)).toBe(false)
  })
})

/** Tables, and `mail`, that have any of these texts in them. */
async function placesOf({ ctx }: TestApp, texts: string[]): Promise<string[]> {
  await ctx.requestLog.flush()
  const found = new Set<string>()
  const look = (place: string, content: string) => {
    const lower = content.toLowerCase()
    const encoded = lower.replaceAll('%40', '@')
    if (texts.some((text) => lower.includes(text) || encoded.includes(text))) found.add(place)
  }
  for (const db of new Set([ctx.db, ctx.database.limits])) {
    for (const name of await ownTables(db)) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
      look(name, JSON.stringify(rows))
    }
  }
  const { folder } = ctx.config.mail
  const files = await readdir(folder)
  for (const name of files) look('mail', await readFile(path.join(folder, name), 'utf8'))
  expect(files.some((name) => name.endsWith('two.eml'))).toBe(true)
  return [...found].sort()
}
