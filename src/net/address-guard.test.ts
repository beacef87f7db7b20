import { describe, expect, it } from 'vitest'
import { checkCallbackUrl, isPublicAddress } from './address-guard.ts'

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.17',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:200::1',
  '2a00:1450:4001:82b::200e',
  '3ffe::1',
  '64:ff9b::8.8.8.8', // NAT64 of a public address
  '64:ff9b::808:808',
  '::ffff:8.8.8.8',
]

const NOT_PUBLIC = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1', // carrier-grade NAT
  '100.100.100.200', // Alibaba's metadata
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16', // Azure's host agent
  '169.254.0.1',
  '169.254.169.254', // the metadata of most clouds
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.0.192', // Oracle's metadata
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1', // IPv4-compatible
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:FFFF:a9fe:a9fe',
  '::ffff:10.1.2.3',
  '::ffff:0:127.0.0.1', // IPv4-translated
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::192.168.1.1',
  '64:ff9b:1::8.8.8.8', // a network's own NAT64
  '100::1', // discard
  '2001::1', // Teredo
  '2001:0:7f00:1::', // Teredo
  '2001:2::1', // benchmarking
  '2001:10::1', // ORCHID
  '2001:20::1', // ORCHID
  '2001:db8::1',
  '2002:7f00:1::', // 6to4 of 127.0.0.1
  '2002:808:808::1', // 6to4
  '3fff::1', // documentation
  '4000::1', // never assigned
  '5f00::1', // segment routing
  'fc00::1',
  'fd00:ec2::254', // Amazon's metadata
  'fd20:ce::254', // Google's metadata
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1', // site-local
  'ff02::1', // multicast
  '',
  'localhost',
  '127.1',
  '2130706433',
  '8.8.8.8:80',
  '[2606:4700:4700::1111]',
]

describe('public addresses', () => {
  it.each(PUBLIC)('%s is one', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })

  it.each(NOT_PUBLIC)('%s is none', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })
})

const long = (length: number) => `https://example.com/${'x'.repeat(length - 'https://example.com/'.length)}`

const GOOD = [
  ['https://example.com/hook', 'https://example.com/hook'],
  ['  HTTP://Example.COM:80  ', 'http://example.com/'],
  ['https://example.com:443/hook?a=1&b=é', 'https://example.com/hook?a=1&b=%C3%A9'],
  ['http://example.com:443/', 'http://example.com:443/'],
  ['https://example.com:8443/hook', 'https://example.com:8443/hook'],
  ['https://example.com:65535/', 'https://example.com:65535/'],
  ['https://example.com./hook', 'https://example.com/hook'],
  ['https://example.com/hook#part', 'https://example.com/hook'],
  ['https://exam\r\nple.com/a b\r\n', 'https://example.com/a%20b'],
  ['https://example.com/\r\nX-Header: 1', 'https://example.com/X-Header:%201'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https:\\\\example.com\\hook', 'https://example.com/hook'],
  ['https://8.8.8.8/hook', 'https://8.8.8.8/hook'],
  ['https://[2606:4700:4700::1111]/hook', 'https://[2606:4700:4700::1111]/hook'],
  ['https://mylocal.example/', 'https://mylocal.example/'],
  ['https://localhost.example/', 'https://localhost.example/'],
  [long(2000), long(2000)],
]

const SCHEME = 'must be an http or https address'
const USER = 'must not hold a user name or password'
const PORT = 'must use port 80, 443 or one from 1024 up'
const LENGTH = 'must not be longer than 2000 characters'
const PRIVATE = 'must not lead into a private network'

const BAD = [
  ['', SCHEME],
  ['example.com/hook', SCHEME],
  ['/hook', SCHEME],
  ['http://', SCHEME],
  ['http://a b/', SCHEME],
  ['http://exa%00mple.com/', SCHEME],
  ['http://256.1.1.1/', SCHEME],
  ['http://example.com:65536/', SCHEME],
  ['http://[fe80::1%25eth0]/', SCHEME],
  ['ftp://example.com/', SCHEME],
  ['file:///etc/passwd', SCHEME],
  ['gopher://example.com/', SCHEME],
  ['javascript:alert(1)', SCHEME],
  ['data:text/plain,x', SCHEME],
  ['ws://example.com/', SCHEME],
  ['https://user@example.com/', USER],
  ['https://user:password@example.com/', USER],
  ['https://example.com@10.0.0.1/', USER],
  ['http://example.com:0/', PORT],
  ['http://example.com:22/', PORT],
  ['http://example.com:25/', PORT],
  ['https://example.com:1023/', PORT],
  [long(2001), LENGTH],
  [long(10_240), LENGTH],
  [`https://example.com/${'é'.repeat(500)}`, LENGTH], // six times as long when encoded
]

const TO_PRIVATE = [
  'http://127.0.0.1/',
  'http://127.0.0.1:8080/',
  'http://127.0.0.1./',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://１２７.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://0/',
  'http://0x7f.1../',
  'http://10.0.0.1/',
  'http://192.168.1.1/admin',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[fd00:ec2::254]/',
  'http://localhost/',
  'http://LOCALHOST:3000/',
  'http://localhost./',
  'http://localhost../',
  'http://a.localhost/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://metadata.google.internal./',
  'http://router.home.arpa/',
  'http://postgres:5432/',
  'http://intranet/',
]

describe('callback URLs', () => {
  it.each(GOOD)('%s is taken as %s', (text, url) => {
    expect(checkCallbackUrl(text, { allowPrivate: false })).toEqual({ url })
  })

  it.each(BAD)('%s %s', (text, reason) => {
    expect(checkCallbackUrl(text, { allowPrivate: false })).toMatchObject({ reason })
    expect(checkCallbackUrl(text, { allowPrivate: true })).toMatchObject({ reason })
  })

  it.each(TO_PRIVATE)('%s leads into a private network and is taken only where that is allowed', (text) => {
    expect(checkCallbackUrl(text, { allowPrivate: false })).toMatchObject({ reason: PRIVATE })
    expect(checkCallbackUrl(text, { allowPrivate: true }).url).toMatch(/^http:/)
  })

  it('comes out the same when checked again', () => {
    for (const [text] of [...GOOD, ...TO_PRIVATE.map((text) => [text])]) {
      const { url } = checkCallbackUrl(text!, { allowPrivate: true })
      expect(checkCallbackUrl(url!, { allowPrivate: true })).toEqual({ url })
    }
  })
})
