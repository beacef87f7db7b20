import { expect, it } from 'vitest'
import { differing } from './audit.ts'

it('keeps what differs, and nothing else', () => {
  const before = { id: '1', name: 'A', settings: { a: 1, b: [1] }, gone: true }
  expect(differing(before, { id: '1', name: 'B', settings: { a: 1, b: [2] } })).toEqual({
    before: { name: 'A', settings: { a: 1, b: [1] }, gone: true },
    after: { name: 'B', settings: { a: 1, b: [2] } },
  })
  expect(differing(before, before)).toEqual({ before: {}, after: {} })
  expect(differing(null, before)).toEqual({ before: null, after: before })
  expect(differing(before, null)).toEqual({ before, after: null })
})

it('hides secrets, however deep, and tells that they changed', () => {
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
