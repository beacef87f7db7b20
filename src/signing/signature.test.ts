import { describe, expect, it } from 'vitest'
import { signMd5, signSha256, verifySignature } from './signature.ts'

const SECRET = 'test-secret'

/** A signed request as the server parses it: query decoded, body raw. */
function request(query: string, body = '', method = 'POST') {
  const pairs = [...new URLSearchParams(query)] as [string, string][]
  return { method, path: '/apiv2/calendar', query: pairs, body: Buffer.from(body) }
}

const VECTORS = [
  ['GET', 'apiKey=test-key', '', '48805a68e9af682d5bf47d41beda5002'],
  [
    'GET',
    'tz=Australia/Melbourne&page=2&limit=100&showPastEvents=true&apiKey=test-key',
    '',
    '45faf8fe7f95fee6b413d78bb4745552',
  ],
  ['GET', 'Zed=1&aaa=x+y%26z%3D%C3%A9&apiKey=test-key', '', '09f60d9840fe4478d0ab220bf2038e99'],
  ['POST', 'apiKey=test-key', '{"name":"Calendar1", "type":"fixture"}', 'fd905494d5ac5dfce845e3dc02f08e77'],
  [
    'POST',
    'svc_id=5924fd21608e3beb118b4567&apiKey=test-key',
    '{"name":"Été 🏁"}',
    '2638082da7074ed57c894577c65bebd8',
  ],
  [
    'DELETE',
    'type=private&apiKey=test-key',
    '{"ids":["6942008c26465d00029e4470"]}',
    'aabc4ac6e64d85f5e2f22286e762d0e4',
  ],
  [
    'DELETE',
    'type=private&apiKey=test-key',
    '{"ids":["6942008c26465d00029e4470"]}',
    'ebcaee2d1ba3dce095240418816feb75',
  ],
] as const

describe('apiSign, MD5', () => {
  it.each(VECTORS)('%s %s %s is signed %s', (method, query, body, sign) => {
    const signed = request(`${query}&apiSign=${sign}`, body, method)
    expect(verifySignature(SECRET, signed, 0)).toBe('md5')
    expect(verifySignature('another-secret', signed, 0)).toBeUndefined()
  })

  it('accepts upper-case hex', () => {
    const signed = request('apiKey=test-key&apiSign=48805A68E9AF682D5BF47D41BEDA5002')
    expect(verifySignature(SECRET, signed, 0)).toBe('md5')
  })

  it('leaves the body unsigned for DELETE only', () => {
    const signed = request(
      'type=private&apiKey=test-key&apiSign=ebcaee2d1ba3dce095240418816feb75',
      '{"ids":[]}',
      'POST',
    )
    expect(verifySignature(SECRET, signed, 0)).toBeUndefined()
  })

  it('signs each value of a repeated key, in the order sent', () => {
    const sign = (query: string) => signMd5(SECRET, request(query))
    expect(sign('a=1&a=2')).toBe(sign('a=1&apiSign=x&a=2'))
    expect(sign('a=1&a=2')).not.toBe(sign('a=2&a=1'))
    expect(sign('a=1&a=2')).not.toBe(sign('a=2'))
  })

  it('sorts by UTF-8 bytes', () => {
    expect(signMd5(SECRET, request('\u{ffff}=1&\u{1f3c1}=2'))).toBe(
      signMd5(SECRET, request('\u{1f3c1}=2&\u{ffff}=1')),
    )
    expect(signMd5('', request('\u{1f3c1}=2&\u{ffff}=1'))).toBe(
      signMd5('', request('', '\u{ffff}1\u{1f3c1}2')),
    )
  })

  it.each(['', 'apiSign=', 'apiSign=48805a68', `apiSign=${'z'.repeat(32)}`, `apiSign=${'é'.repeat(32)}`])(
    'refuses %s',
    (bad) => {
      expect(verifySignature(SECRET, request(`apiKey=test-key&${bad}`), 0)).toBeUndefined()
    },
  )
})

describe('apiSign, SHA-256', () => {
  const now = 1_800_000_000_000
  const signed = (seconds: number, over: Partial<ReturnType<typeof request>> = {}) => {
    const plain = request(`apiKey=test-key&apiTime=${seconds}`, '{}')
    const sign = signSha256(SECRET, plain)
    return { ...plain, ...over, query: [...plain.query, ['apiSign', sign] as [string, string]] }
  }

  it('covers method, path and body', () => {
    const at = now / 1000
    expect(verifySignature(SECRET, signed(at), now)).toBe('sha256')
    expect(verifySignature(SECRET, signed(at, { method: 'PUT' }), now)).toBeUndefined()
    expect(verifySignature(SECRET, signed(at, { path: '/apiv2/event' }), now)).toBeUndefined()
    expect(verifySignature(SECRET, signed(at, { body: Buffer.from('{ }') }), now)).toBeUndefined()
  })

  it('is valid for 300 seconds and needs apiTime', () => {
    expect(verifySignature(SECRET, signed(now / 1000 - 300), now)).toBe('sha256')
    expect(verifySignature(SECRET, signed(now / 1000 + 301), now)).toBeUndefined()
    const timeless = request('apiKey=test-key')
    const query: [string, string][] = [...timeless.query, ['apiSign', signSha256(SECRET, timeless)]]
    expect(verifySignature(SECRET, { ...timeless, query }, now)).toBeUndefined()
  })
})
