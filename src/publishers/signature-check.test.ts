import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signMd5, signSha256 } from './signature.ts'
import { type ArrivedBody, checkSignature } from './signature-check.ts'
import { rightRecipe, signBy, toSigned } from './signature-recipe.ts'
import { PROBLEMS } from './signature-words.ts'

const SECRET = 'Kx-first-Secret_9'
const KEY = { apiKey: 'key-1', name: 'Shop', secret: SECRET }
const OTHERS = [{ apiKey: 'key-2', name: 'Box office', secret: 'the-other-secret' }]
const AT = 1_800_000_000_000
const NOW = AT / 1000
const BODY = '{"name":"Été 🏁","url":"https://a.example/b","day":1}'
const GET = 'tz=Europe/London&Zed=1&q=a+b%26c&apiKey=key-1'

const md5 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest('hex')
const hmac = (text: string) => createHmac('sha256', SECRET).update(text).digest('hex')

interface Given {
  query?: string
  method?: string
  path?: string
  body?: string | Buffer
  arrived?: ArrivedBody
}

function sentOf({ query = GET, method = 'GET', path = '/apiv2/calendar', body = '' }: Given) {
  return { method, origin: 'https://fasti.test', path, rawQuery: query, body: Buffer.from(body) }
}

function check(sign: string, given: Given = {}) {
  const { query = GET, arrived } = given
  const sent = sentOf({ ...given, query: `${query}&apiSign=${encodeURIComponent(sign)}` })
  return checkSignature({ key: KEY, others: OTHERS, sent, arrived, at: AT })
}
const codes = (sign: string, given: Given = {}) => check(sign, given).problems.map(({ code }) => code)
const post = { method: 'POST', query: 'apiKey=key-1', body: BODY }
const timed = `apiKey=key-1&apiTime=${NOW}`
const arrivedAs = (body: string) => ({
  sha256: createHash('sha256').update(body).digest('hex'),
  bytes: Buffer.byteLength(body),
})

/** What our service itself signs. */
const right = (given: Given = {}) => signMd5(SECRET, toSigned(sentOf(given)))
const right256 = (given: Given) => signSha256(SECRET, toSigned(sentOf(given)))

describe('a signature that is right', () => {
  it('matches, and its text is what was hashed', () => {
    const report = check(right())
    expect(report).toMatchObject({ form: 'md5', matches: true, problems: [], signed: null, clock: null })
    expect(report.text).toBe('‹secret›Zed1apiKeykey-1qa b&ctzEurope/London')
    expect(md5(report.text.replace('‹secret›', SECRET))).toBe(right())
    expect(report.parameters.map(([name]) => name)).toEqual(['Zed', 'apiKey', 'q', 'tz'])
    expect(check(right().toUpperCase()).matches).toBe(true)
  })

  it('matches with a body, and with SHA-256', () => {
    const report = check(right(post), post)
    expect(report).toMatchObject({ matches: true, body: { bytes: Buffer.byteLength(BODY), state: 'known' } })
    expect(md5(report.text.replace('‹secret›', SECRET))).toBe(right(post))
    const strong = check(right256({ ...post, query: timed }), { ...post, query: timed })
    expect(strong).toMatchObject({
      form: 'sha256',
      matches: true,
      clock: { seconds: 0, ok: true },
      problems: [],
    })
    expect(hmac(strong.text)).toBe(right256({ ...post, query: timed }))
  })

  it('of a DELETE may leave its body out', () => {
    const given = { ...post, method: 'DELETE' }
    expect(check(right({ ...given, body: '' }), given).matches).toBe(true)
  })

  it.each(['md5', 'sha256'] as const)('is what the recipe of %s makes', (form) => {
    const sent = sentOf({ ...post, query: timed })
    const sign = form === 'md5' ? signMd5 : signSha256
    expect(signBy(rightRecipe(form, SECRET, sent), form).toString('hex')).toBe(sign(SECRET, toSigned(sent)))
  })
})

describe('what is wrong with a signature', () => {
  const value = 'a b&c'
  const sorted = `Zed1apiKeykey-1q${value}tzEurope/London`
  const pretty = JSON.stringify(JSON.parse(BODY), null, 2)
  const escaped = BODY.replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

  const cases: [string, string, Given?][] = [
    ['unsorted', md5(SECRET, `tzEurope/LondonZed1q${value}apiKeykey-1`)],
    ['sorted-case', md5(SECRET, `apiKeykey-1q${value}tzEurope/LondonZed1`)],
    ['encoded', md5(SECRET, 'Zed1apiKeykey-1qa+b%26ctzEurope/London')],
    ['encoded', md5(SECRET, 'Zed1apiKeykey-1qa%20b%26ctzEurope%2FLondon')],
    ['plus', md5(SECRET, 'Zed1apiKeykey-1qa+b&ctzEurope/London')],
    ['separators', md5(SECRET, `Zed=1&apiKey=key-1&q=${value}&tz=Europe/London`)],
    ['separators', md5(SECRET, GET)],
    ['sign-included', md5(SECRET, `Zed1apiKeykey-1apiSignq${value}tzEurope/London`)],
    ['left-out', md5(SECRET, `Zed1q${value}tzEurope/London`)],
    ['only-key', md5(SECRET, 'apiKeykey-1')],
    ['no-parameters', md5(SECRET)],
    ['values-only', md5(SECRET, `1key-1${value}Europe/London`)],
    ['repeated', md5(SECRET, 'a2apiKeykey-1'), { query: 'a=1&a=2&apiKey=key-1' }],
    ['body-missing', right({ ...post, body: '' }), post],
    ['body-on-get', md5(SECRET, sorted, '{}')],
    ['body-on-get', md5(SECRET, sorted, BODY), { body: BODY }],
    ['body-added', right({ ...post, body: '{}' }), { ...post, body: '' }],
    ['body-ends', right({ ...post, body: `${BODY}\n` }), post],
    ['body-ends', right(post), { ...post, body: `${BODY}\r\n` }],
    ['body-bom', right(post), { ...post, body: `\ufeff${BODY}` }],
    ['body-bom', right({ ...post, body: `\ufeff${BODY}` }), post],
    ['body-lines', right({ ...post, body: pretty }), { ...post, body: pretty.replaceAll('\n', '\r\n') }],
    ['body-rewritten', right(post), { ...post, body: pretty }],
    ['body-rewritten', right({ ...post, body: pretty }), post],
    ['body-rewritten', right({ ...post, body: escaped }), post],
    ['body-rewritten', right({ ...post, body: BODY.replaceAll('/', '\\/') }), post],
    ['body-rewritten', right({ ...post, body: BODY.replaceAll(/(?<="):|,(?=")/g, '$& ') }), post],
    [
      'body-encoding',
      md5(SECRET, 'apiKeykey-1', Buffer.from('{"n":"é"}', 'latin1')),
      { ...post, body: '{"n":"é"}' },
    ],
    ['body-hashed', md5(SECRET, 'apiKeykey-1', md5(BODY)), post],
    ['secret-place', md5(sorted, SECRET)],
    ['secret-place', md5('apiKeykey-1', SECRET, BODY), post],
    ['secret-missing', md5(sorted)],
    ['other-key', md5('the-other-secret', sorted)],
    ['secret-space', md5(`${SECRET}\n`, sorted)],
    ['secret-is-key', md5('key-1', sorted)],
    ['secret-case', md5(SECRET.toLowerCase(), sorted)],
    ['path-included', md5(SECRET, '/apiv2/calendar', sorted)],
    ['path-included', md5(SECRET, 'GET/apiv2/calendar', sorted)],
    ['hmac', createHmac('md5', SECRET).update(sorted).digest('hex')],
    ['glue', md5(SECRET, '\n', 'apiKeykey-1', '\n', BODY), post],
    ['path-missing', hmac(`apiKeykey-1apiTime${NOW}`), { query: timed }],
    ['path-missing', hmac(`/apiv2/calendarapiKeykey-1apiTime${NOW}`), { query: timed }],
    ['method-case', hmac(`get/apiv2/calendarapiKeykey-1apiTime${NOW}`), { query: timed }],
    ['path-form', hmac(`GET/calendarapiKeykey-1apiTime${NOW}`), { query: timed }],
    ['path-form', hmac(`GET/apiv2/calendar/apiKeykey-1apiTime${NOW}`), { query: timed }],
    [
      'no-hmac',
      createHash('sha256').update(`${SECRET}GET/apiv2/calendarapiKeykey-1apiTime${NOW}`).digest('hex'),
      { query: timed },
    ],
    ['sign-base64', Buffer.from(right(), 'hex').toString('base64')],
    [
      'algorithm',
      createHash('sha1')
        .update(SECRET + sorted)
        .digest('hex'),
    ],
    ['sign-form', 'abc'],
    ['no-key', md5(SECRET, 'a1'), { query: 'a=1' }],
    ['no-time', right256({ query: 'apiKey=key-1' }), { query: 'apiKey=key-1' }],
    ['time-unit', right256({ query: `apiKey=key-1&apiTime=${AT}` }), { query: `apiKey=key-1&apiTime=${AT}` }],
    [
      'clock',
      right256({ query: `apiKey=key-1&apiTime=${NOW - 301}` }),
      { query: `apiKey=key-1&apiTime=${NOW - 301}` },
    ],
  ]

  it.each(cases)('is found: %s (%s)', (code, sign, given) => {
    expect(codes(sign, given)).toEqual([code])
    expect(check(sign, given).problems[0]!.what).not.toContain('{')
  })

  it('is tried above for each thing we know, but what needs more than one request to show', () => {
    const elsewhere = ['no-sign', 'body-changed']
    expect(new Set([...cases.map(([code]) => code), ...elsewhere])).toEqual(new Set(Object.keys(PROBLEMS)))
  })

  it('is that there is none', () => {
    const sent = sentOf({})
    const report = checkSignature({ key: KEY, others: [], sent, at: AT })
    expect(report.problems.map(({ code }) => code)).toEqual(['no-sign'])
    expect(report).toMatchObject({ form: null, matches: false })
  })

  it('may be two things at once', () => {
    expect(codes(md5(SECRET, 'tz=Europe/London&Zed=1&q=a+b%26c&apiKey=key-1', '{}'))).toEqual([
      'separators',
      'body-on-get',
    ])
    expect(codes(md5('apiKeykey-1', SECRET), post)).toEqual(['secret-place', 'body-missing'])
  })

  it('names the parameter, the key and how far the clock is off', () => {
    expect(check(md5(SECRET, `Zed1apiKeykey-1q${value}`)).problems[0]!.what).toBe(
      'The parameter tz was not signed.',
    )
    expect(check(md5('the-other-secret', sorted)).problems[0]!.what).toContain('“Box office”')
    const query = `apiKey=key-1&apiTime=${NOW - 3600}`
    const late = check(right256({ query }), { query })
    expect(late).toMatchObject({ matches: true, clock: { seconds: -3600, allowed: 300, ok: false } })
    expect(late.problems[0]!.what).toContain('60 minutes')
  })

  it('shows what was signed instead, with the secret masked', () => {
    const report = check(md5('the-other-secret', sorted))
    expect(report.signed).toBe(`‹secret of Box office›${sorted}`)
    expect(check(md5(sorted, SECRET)).signed).toBe(`${sorted}‹secret›`)
    expect(JSON.stringify(report)).not.toMatch(/the-other-secret|first-Secret/)
  })

  it('stays unknown where it is none of these', () => {
    expect(check('0'.repeat(32))).toMatchObject({ matches: false, problems: [], signed: null })
    expect(check('0'.repeat(64), { query: timed })).toMatchObject({ matches: false, problems: [] })
  })

  it('never tells a good signature', () => {
    for (const given of [{}, post, { query: timed }]) {
      const told = JSON.stringify(check('0'.repeat(32), given))
      expect(told).not.toContain(right(given))
      expect(told).not.toContain(right256(given))
    }
  })

  it('is looked for no longer than it may take', () => {
    const big = { ...post, body: JSON.stringify({ text: 'x'.repeat(200_000) }) }
    expect(check('0'.repeat(32), big).problems).toEqual([])
  })
})

describe('a request whose body is not kept', () => {
  const arrived = arrivedAs(BODY)
  const known = { ...post, body: '', arrived }

  it('asks for it', () => {
    const report = check(right({ ...post, body: 'x' }), known)
    expect(report).toMatchObject({
      matches: null,
      body: { state: 'unknown', bytes: arrived.bytes },
      problems: [],
    })
    expect(report.text).toBe('‹secret›apiKeykey-1‹body›')
  })

  it('is found out where the body was not signed, or was an empty value', () => {
    expect(codes(right({ ...post, body: '' }), known)).toEqual(['body-missing'])
    const empty = { ...post, body: '', arrived: arrivedAs('{}') }
    expect(check(right({ ...post, body: '{}' }), empty)).toMatchObject({
      matches: true,
      body: { state: 'known' },
    })
  })

  it('is checked with the body that is given, also in slightly other bytes', () => {
    expect(check(right(post), { ...post, arrived }).matches).toBe(true)
    const report = check(right({ ...post, body: `${BODY}\n` }), { ...post, body: `${BODY}\n`, arrived })
    expect(report.body.state).toBe('known')
    expect(report.problems.map(({ code }) => code)).toEqual(['body-ends'])
  })

  it('tells when another body was signed than arrived', () => {
    const other = { ...post, body: '{"name":"Another"}', arrived }
    const report = check(right(other), other)
    expect(report).toMatchObject({ matches: false, body: { state: 'differs' } })
    expect(report.problems.map(({ code }) => code)).toEqual(['body-changed'])
  })
})
