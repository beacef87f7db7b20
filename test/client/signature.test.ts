import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signMd5, signSha256 } from '../../client/src/index.ts'
import * as server from '../../src/signing/signature.ts'

const SECRET = 'test-secret'
const IDS = '{"ids":["6942008c26465d00029e4470"]}'
const bytes = (text: string) => new TextEncoder().encode(text)
const query = (text: string) => [...new URLSearchParams(`apiKey=test-key&${text}`)] as [string, string][]

describe('the MD5 form', () => {
  it.each([
    ['', '', '48805a68e9af682d5bf47d41beda5002'],
    ['tz=Australia/Melbourne&page=2&limit=100&showPastEvents=true', '', '45faf8fe7f95fee6b413d78bb4745552'],
    ['Zed=1&aaa=x+y%26z%3D%C3%A9', '', '09f60d9840fe4478d0ab220bf2038e99'],
    ['', '{"name":"Calendar1", "type":"fixture"}', 'fd905494d5ac5dfce845e3dc02f08e77'],
    ['svc_id=5924fd21608e3beb118b4567', '{"name":"Été 🏁"}', '2638082da7074ed57c894577c65bebd8'],
    ['type=private', IDS, 'aabc4ac6e64d85f5e2f22286e762d0e4'],
    ['type=private', '', 'ebcaee2d1ba3dce095240418816feb75'],
  ])('signs "%s" with body "%s"', (text, body, sign) => {
    expect(signMd5(SECRET, { query: query(text), body: bytes(body) })).toBe(sign)
  })
})

describe('the SHA-256 form', () => {
  it.each([
    ['GET', '/apiv2/calendar', '', '1f7bce77f2d5115a987df1698160c9323ad59d95d06b81103d18c6b0dee2731b'],
    [
      'POST',
      '/apiv2/batch/events',
      '{"type":"private","events":[]}',
      'aeddd60536859eab1edc08c0ef89ea549989cebcd9c0133a01168588d6ee7ab2',
    ],
  ])('signs %s %s', async (method, path, body, sign) => {
    const request = { method, path, query: query('apiTime=1767225600'), body: bytes(body) }
    expect(await signSha256(SECRET, request)).toBe(sign)
  })
})

it('is in both forms what the service computes, for any parameters and bodies', async () => {
  const text = fc.string({ unit: 'binary' }).map((any) => any.toWellFormed())
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    path: fc.constantFrom('/apiv2/calendar', '/apiv2/event/a%20b'),
    query: fc.array(fc.tuple(text, text), { maxLength: 6 }),
    body: fc.uint8Array({ maxLength: 200 }),
  })
  await fc.assert(
    fc.asyncProperty(text, request, async (secret, { body: sent, ...rest }) => {
      fc.pre(secret !== '')
      const body = Uint8Array.from(sent)
      const served = { ...rest, body: Buffer.from(body) }
      expect(signMd5(secret, { ...rest, body })).toBe(server.signMd5(secret, served))
      expect(await signSha256(secret, { ...rest, body })).toBe(server.signSha256(secret, served))
    }),
    { numRuns: 100 },
  )
})
