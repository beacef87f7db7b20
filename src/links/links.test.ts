import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { newId } from '../ids.ts'
import { createLinks, TOKEN_LENGTH } from './links.ts'

const links = createLinks(randomBytes(32))
const target = { publisherId: 4_000_000_000, id: newId(), number: 65_535 }

it('reads what it wrote, and nothing else', () => {
  const token = links.token('feed', target)
  expect(token).toHaveLength(TOKEN_LENGTH)
  expect(links.read('feed', token)).toEqual(target)
  expect(links.read('manage', token)).toBeUndefined()
  expect(createLinks(randomBytes(32)).read('feed', token)).toBeUndefined()
  for (const bad of [
    '',
    token.slice(1),
    token + 'A',
    token.slice(0, -1),
    'A'.repeat(TOKEN_LENGTH),
    'é'.repeat(TOKEN_LENGTH),
  ]) {
    expect(links.read('feed', bad)).toBeUndefined()
  }
})

it('refuses a token with any one character changed', () => {
  const token = links.token('feed', target)
  for (let i = 0; i < token.length; i++) {
    const other = token[i] === 'A' ? 'B' : 'A'
    expect(links.read('feed', token.slice(0, i) + other + token.slice(i + 1))).toBeUndefined()
  }
})

it('shows nothing of the svc_id', () => {
  const decoded = Buffer.from(links.token('feed', target), 'base64url').toString('hex')
  expect(decoded).not.toContain(target.id.slice(0, 8))
})
