import { describe, expect, it } from 'vitest'
import { DATABASES } from '../../test/support/databases.ts'
import { useTestApp } from '../../test/support/test-app.ts'
import { transact } from '../db/transact.ts'
import { type Actor, audited, differing } from './audit.ts'
import { findEntry, listEntries } from './audit-store.ts'
import { newUser } from './invite.ts'
import { insertUser, listUsers } from './user-store.ts'

describe.each(DATABASES)('an operation and its entry on %s', (kind) => {
  const app = useTestApp(kind)
  const subject = { kind: 'person', id: '1' }
  const actorOf = (publisherId: number): Actor => ({
    publisherId,
    kind: 'system',
    id: 'test',
    name: 'Test',
    homeId: publisherId,
    requestId: 'r',
    at: app.ctx.now(),
  })
  const userOf = (publisherId: number) =>
    newUser(publisherId, { email: `${publisherId}@example.com`, name: '', role: 'owner', language: 'en' }, 1)

  it('are stored together, under the id that the operation was given', async () => {
    const { id } = await app.publisher()
    const entryId = await audited(app.ctx, actorOf(id), 'test.add', async ({ db }, entryId) => {
      await insertUser(db, userOf(id))
      return { result: entryId, subject, after: { name: 'A' } }
    })
    expect(await listUsers(app.ctx.db, id)).toHaveLength(1)
    const entry = await findEntry(app.ctx.db, id, entryId)
    expect(entry).toMatchObject({ action: 'test.add', subject, before: null, after: { name: 'A' } })
  })

  it('are both undone when the operation fails, or the transaction around them', async () => {
    const { id } = await app.publisher()
    const adding = audited(app.ctx, actorOf(id), 'test.add', async ({ db }) => {
      await insertUser(db, userOf(id))
      throw new Error('too late')
    })
    await expect(adding).rejects.toThrow('too late')
    const around = transact(app.ctx.db, async (tx) => {
      await audited({ db: tx }, actorOf(id), 'test.add', async ({ db }) => {
        await insertUser(db, userOf(id))
        return { result: undefined, subject }
      })
      throw new Error('too late')
    })
    await expect(around).rejects.toThrow('too late')
    expect(await listUsers(app.ctx.db, id)).toEqual([])
    expect(await listEntries(app.ctx.db, id, { action: 'test.add' }, '', 10)).toEqual([])
  })

  it('are only a result where nothing changed', async () => {
    const { id } = await app.publisher()
    const operation = () => Promise.resolve({ result: 'same', after: { name: 'A' } })
    expect(await audited(app.ctx, actorOf(id), 'test.same', operation)).toBe('same')
    expect(await listEntries(app.ctx.db, id, { action: 'test.same' }, '', 10)).toEqual([])
  })

  it('have no other connection to the database', async () => {
    const { id } = await app.publisher()
    await audited(app.ctx, actorOf(id), 'test.look', (within) => {
      expect(Object.keys(within).sort()).toEqual(['config', 'db', 'now'])
      expect(within.db.isTransaction).toBe(true)
      return Promise.resolve({ result: undefined })
    })
  })
})

it('keeps only the differing fields', () => {
  const before = { id: '1', name: 'A', settings: { a: 1, b: [1] }, gone: true }
  expect(differing(before, { id: '1', name: 'B', settings: { a: 1, b: [2] } })).toEqual({
    before: { name: 'A', settings: { a: 1, b: [1] }, gone: true },
    after: { name: 'B', settings: { a: 1, b: [2] } },
  })
  expect(differing(before, before)).toEqual({ before: {}, after: {} })
  expect(differing(null, before)).toEqual({ before: null, after: before })
  expect(differing(before, null)).toEqual({ before, after: null })
})

it('hides secrets at any depth, and shows that they changed', () => {
  const was = { name: 'x', encryptionSecret: 'abc', inner: { passwordHash: 'abc', list: [{ token: 'abc' }] } }
  const all = JSON.stringify([
    differing(null, was),
    differing(was, { ...was, encryptionSecret: 'abd', inner: {} }),
  ])
  expect(all).not.toMatch(/abc|abd/)
  expect(differing(was, { ...was, encryptionSecret: 'other' })).toEqual({
    before: { encryptionSecret: '(hidden)' },
    after: { encryptionSecret: '(hidden)' },
  })
  expect(differing({ secret: '' }, { secret: 'x' }).before).toEqual({ secret: '' })
})
