import { describe, expect, it } from 'vitest'
import { transact } from '../../src/db/transact.ts'
import { note } from '../../src/users/audit.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

describe.each(DATABASES)('the audit log on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  const app = useTestApp(kind, { now: () => (now += 100), ...BEHIND_PROXY })

  it('tells who changed what, and how it was before', async () => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    const changed = await owner.put(`/widgets/${club.widgetId}`, {
      name: 'Juniors',
      settings: { minimumAge: 13 },
    })
    const [entry] = (await owner.get('/audit-log')).body.data
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      at: expect.stringMatching(/^2027-03-\d\dT/),
      actor: { kind: 'user', id: owner.id, name: owner.email, publisherId: club.id },
      action: 'widget.change',
      subject: { kind: 'widget', id: club.widgetId, name: expect.stringMatching(/./) },
      before: { name: 'Add to calendar', settings: {} },
      after: { name: 'Juniors', settings: { minimumAge: 13, fields: { dob: 'required' } } },
      requestId: changed.headers.get('x-request-id'),
    })
    await club.put('/admin/api/publisher', { company: 'Town Rugby' })
    const [byKey] = (await owner.get('/audit-log')).body.data
    expect(byKey).toMatchObject({
      actor: { kind: 'api-key', id: club.apiKey, name: 'First key' },
      before: { company: 'City Rugby' },
      after: { company: 'Town Rugby' },
    })
  })

  it('is filtered, page by page', async () => {
    const club = await app.publisher()
    const [owner, editor] = [await userOf(app, club, 'owner'), await userOf(app, club, 'editor')]
    const start = new Date(now + 1).toISOString()
    for (const name of ['A', 'B', 'C']) await editor.put(`/widgets/${club.widgetId}`, { name })
    const middle = new Date(now + 1).toISOString()
    const created = (await owner.post('/widgets', { type: 'button', name: 'D' })).body.data.id
    await editor.put('/publisher', { company: 'E' })
    const actions = async (query: Json) => {
      const { body } = await owner.get(`/audit-log?${new URLSearchParams({ from: start, ...query })}`)
      return body.data.map((entry: Json) => `${entry.action} ${entry.after?.name ?? entry.after?.company}`)
    }
    const all = [
      'publisher.change E',
      'widget.create D',
      'widget.change C',
      'widget.change B',
      'widget.change A',
    ]
    expect(await actions({})).toEqual(all)
    expect(await actions({ actor: editor.id })).toEqual([all[0], ...all.slice(2)])
    expect(await actions({ action: 'widget.create' })).toEqual([all[1]])
    expect(await actions({ action: 'widget' })).toEqual(all.slice(1))
    expect(await actions({ action: 'widg' })).toEqual([])
    expect(await actions({ subject: 'publisher' })).toEqual([all[0]])
    expect(await actions({ subject: `widget:${created}` })).toEqual([all[1]])
    expect(await actions({ from: middle })).toEqual(all.slice(0, 2))
    expect(await actions({ to: middle })).toEqual(all.slice(2))
    expect(await actions({ actor: 'nobody' })).toEqual([])
    const pages: Json[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, next }: Json = (await owner.get(`/audit-log?from=${start}&limit=2&cursor=${cursor}`)).body
      expect(data.length).toBe(next ? 2 : 1)
      pages.push(...data)
      cursor = next
    }
    expect(pages.map((entry) => entry.action)).toEqual(all.map((text) => text.split(' ')[0]))
    expect((await owner.get(`/audit-log?from=${start}&limit=5`)).body.next).toBeNull()
  })

  it.each([
    'cursor=unknown',
    'limit=0',
    'limit=101',
    'limit=x',
    'from=yesterday',
    'to=2027-13-99',
    'to=2027-13-99T00:00:00Z',
    'from=2027-01-01T25:00:00Z',
    'action=%25',
    "action=widget'--",
    'subject=Widget',
  ])('refuses %s', async (query) => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    expect((await owner.get(`/audit-log?${query}`)).status).toBe(400)
    expect((await owner.get(`/audit-log.csv?${query.replace(/^(limit|cursor)/, 'from')}`)).status).toBe(400)
  })

  it('is a CSV that is safe to open in a spreadsheet, however long', async () => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    await transact(app.ctx.db, async (tx) => {
      const by = { kind: 'system' as const, id: 'test', homeId: club.id, requestId: '' }
      for (let i = 0; i < 1100; i++) {
        const actor = { ...by, name: '=cmd|calc', publisherId: club.id, at: now }
        await note(tx, actor, 'test.entry', { kind: 'test', id: `${i}` }, { text: '"a",\r\nb' })
      }
    })
    const answer = await owner.get('/audit-log.csv?action=test')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
    const lines = answer.text.split('\r\n').filter(Boolean)
    expect(lines).toHaveLength(1101)
    expect(lines[0]).toBe(
      'at,actor,actorKind,actorId,actorPublisherId,action,subjectKind,subjectId,before,after,requestId',
    )
    expect(lines[1]).toContain(`,'=cmd|calc,system,`)
    expect(lines[1]).toContain('"{""text"":""\\""a\\"",\\r\\nb""}"')
    expect(new Set(lines.slice(1).map((line) => line.split(',')[7])).size).toBe(1100)
  })

  it('has no entry of a change that failed, and no change without its entry', async () => {
    const club = await app.publisher()
    const owner = await userOf(app, club, 'owner')
    const before = (await owner.get('/audit-log')).body.data.length
    expect((await owner.post('/callbacks', { url: 'https://example.com/a' })).status).toBe(200)
    expect((await owner.post('/callbacks', { url: 'https://example.com/a' })).status).toBe(409)
    expect((await owner.get('/audit-log')).body.data).toHaveLength(before + 1)
    // Nothing is changed if the log can't be written.
    const { db } = app.ctx
    await db.schema.alterTable('audit_log').renameTo('audit_log_gone').execute()
    try {
      expect((await owner.put('/publisher', { company: 'Unseen' })).status).toBe(500)
    } finally {
      await db.schema.alterTable('audit_log_gone').renameTo('audit_log').execute()
    }
    expect((await owner.get('/publisher')).body.data.company).toBe('City Rugby')
  })
})
