import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signMd5, signSha256 } from './signature.ts'
import { type ArrivedBody, checkSignature } from './signature-check.ts'
import { PROBLEMS } from './signature-problems.ts'
import { rightRecipe, signBy, toSigned } from './signature-recipe.ts'

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
  return { method, path, rawQuery: query, body: Buffer.from(body) }
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

/** The correct signature. */
const right = (given: Given = {}) => signMd5(SECRET, toSigned(sentOf(given)))
const right256 = (given: Given) => signSha256(SECRET, toSigned(sentOf(given)))

describe('a correct signature', () => {
  it('matches, and the report shows the hashed text', () => {
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

  it('of a DELETE may leave out the body', () => {
    const given = { ...post, method: 'DELETE' }
    expect(check(right({ ...given, body: '' }), given).matches).toBe(true)
  })

  it.each(['md5', 'sha256'] as const)('equals the result of the %s recipe', (form) => {
    const sent = sentOf({ ...post, query: timed })
    const sign = form === 'md5' ? signMd5 : signSha256
    expect(signBy(rightRecipe(form, SECRET, sent), form).toString('hex')).toBe(sign(SECRET, toSigned(sent)))
  })
})

describe('the problem of a signature', () => {
  const value = 'a b&c'
  const sorted = `Zed1apiKeykey-1q${value}tzEurope/London`
  const pretty = JSON.stringify(JSON.parse(BODY), null, 2)
  const escaped = BODY.replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

  const cases: [string, string, Given?][] = [
    ['unsorted', md5(SECRET, `tzEurope/LondonZed1q${value}apiKeykey-1`)],
    ['encoded', md5(SECRET, 'Zed1apiKeykey-1qa+b%26ctzEurope/London')],
    ['encoded', md5(SECRET, 'Zed1apiKeykey-1qa%20b%26ctzEurope%2FLondon')],
    ['separators', md5(SECRET, `Zed=1&apiKey=key-1&q=${value}&tz=Europe/London`)],
    ['separators', md5(SECRET, GET)],
    ['left-out', md5(SECRET, `Zed1q${value}tzEurope/London`)],
    ['body-missing', right({ ...post, body: '' }), post],
    ['body-rewritten', right({ ...post, body: `${BODY}\n` }), post],
    ['body-rewritten', right(post), { ...post, body: `${BODY}\r\n` }],
    ['body-rewritten', right(post), { ...post, body: pretty }],
    ['body-rewritten', right({ ...post, body: pretty }), post],
    ['body-rewritten', right({ ...post, body: escaped }), post],
    ['body-rewritten', right({ ...post, body: BODY.replaceAll('/', '\\/') }), post],
    ['body-rewritten', right({ ...post, body: BODY.replaceAll(/(?<="):|,(?=")/g, '$& ') }), post],
    ['secret-place', md5(sorted, SECRET)],
    ['secret-place', md5('apiKeykey-1', SECRET, BODY), post],
    ['secret-place', createHmac('md5', SECRET).update(sorted).digest('hex')],
    [
      'secret-place',
      createHash('sha256').update(`${SECRET}GET/apiv2/calendarapiKeykey-1apiTime${NOW}`).digest('hex'),
      { query: timed },
    ],
    ['other-key', md5('the-other-secret', sorted)],
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

  it.each(cases)('is recognised: %s (%s)', (code, sign, given) => {
    expect(codes(sign, given)).toEqual([code])
    expect(check(sign, given).problems[0]!.what).not.toContain('{')
  })

  it('has a case above for each code, except those with tests below', () => {
    const elsewhere = ['no-sign', 'body-changed']
    expect(new Set([...cases.map(([code]) => code), ...elsewhere])).toEqual(new Set(Object.keys(PROBLEMS)))
  })

  it('is "no-sign" if the signature is missing', () => {
    const sent = sentOf({})
    const report = checkSignature({ key: KEY, others: [], sent, at: AT })
    expect(report.problems.map(({ code }) => code)).toEqual(['no-sign'])
    expect(report).toMatchObject({ form: null, matches: false })
  })

  it('may be two things at once', () => {
    expect(codes(md5(SECRET, 'apiKey=key-1', pretty), post)).toEqual(['separators', 'body-rewritten'])
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

  it('stays unknown if no mistake explains the signature', () => {
    expect(check('0'.repeat(32))).toMatchObject({ matches: false, problems: [], signed: null })
    expect(check('0'.repeat(64), { query: timed })).toMatchObject({ matches: false, problems: [] })
  })

  it('never reveals a valid signature', () => {
    for (const given of [{}, post, { query: timed }]) {
      const report = JSON.stringify(check('0'.repeat(32), given))
      expect(report).not.toContain(right(given))
      expect(report).not.toContain(right256(given))
    }
  })

  it('is not searched for beyond the hashing budget', () => {
    const big = { ...post, body: JSON.stringify({ text: 'x'.repeat(200_000) }) }
    expect(check('0'.repeat(32), big).problems).toEqual([])
  })
})

describe('a request whose body was not stored', () => {
  const arrived = arrivedAs(BODY)
  const known = { ...post, body: '', arrived }

  it('needs the body for a verdict', () => {
    const report = check(right({ ...post, body: 'x' }), known)
    expect(report).toMatchObject({
      matches: null,
      body: { state: 'unknown', bytes: arrived.bytes },
      problems: [],
    })
    expect(report.text).toBe('‹secret›apiKeykey-1‹body›')
  })

  it('is explained if the body was not signed, or was an empty value', () => {
    expect(codes(right({ ...post, body: '' }), known)).toEqual(['body-missing'])
    const empty = { ...post, body: '', arrived: arrivedAs('{}') }
    expect(check(right({ ...post, body: '{}' }), empty)).toMatchObject({
      matches: true,
      body: { state: 'known' },
    })
  })

  it('is checked with the entered body, even if its bytes differ slightly', () => {
    expect(check(right(post), { ...post, arrived }).matches).toBe(true)
    const report = check(right({ ...post, body: `${BODY}\n` }), { ...post, body: `${BODY}\n`, arrived })
    expect(report.body.state).toBe('known')
    expect(report.problems.map(({ code }) => code)).toEqual(['body-rewritten'])
  })

  it('shows that another body was signed than arrived', () => {
    const other = { ...post, body: '{"name":"Another"}', arrived }
    const report = check(right(other), other)
    expect(report).toMatchObject({ matches: false, body: { state: 'differs' } })
    expect(report.problems.map(({ code }) => code)).toEqual(['body-changed'])
  })
})
