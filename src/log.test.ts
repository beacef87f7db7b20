import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { LOG_OPTIONS, maskSecrets } from './log.ts'

describe('a text for the log', () => {
  it.each([
    ['https://example.com/a.ics?token=abc', 'https://example.com/a.ics?…'],
    ['GET /apiv2/calendar?apiKey=x&apiSign=y failed', 'GET /apiv2/calendar?… failed'],
    ['https://example.com/admin/reset#1.tok-en', 'https://example.com/admin/reset?…'],
    ['smtp://post:p4ss@mail.example.com:587', 'smtp://…@mail.example.com:587'],
    ['postgres://u:p%40ss@db/fasti: refused', 'postgres://…@db/fasti: refused'],
    ['550 <jane.doe+x@example.co.uk> unknown', '550 <…@…> unknown'],
    [`/feed/${'aB3-'.repeat(11)}xy/Club.ics`, '/feed/…/Club.ics'],
    ['sealed:1:abcdef01:Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmFyYmF6', 'sealed:1:abcdef01:…'],
    ['apiSign=48805a68 and "secret":"x" password=hunter2', 'apiSign=… and "secret":"…" password=…'],
    [
      'Key (publisher_id, key)=(1, 6942008c26465d00029e4470)',
      'Key (publisher_id, key)=(1, 6942008c26465d00029e4470)',
    ],
    ['no such table: main.event', 'no such table: main.event'],
  ])('%s becomes %s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  it.each([
    ['a', 200_000],
    ['/?', 100_000],
    ['a@', 100_000],
    ['://x:', 40_000],
    ['a.b-', 50_000],
  ])('of many %j is masked in linear time', (part, times) => {
    expect(maskSecrets(part.repeat(times)).length).toBeLessThan(part.length * times + 100)
  })
})

it('omits a database’s details of a row, and has the stack', () => {
  const lines: string[] = []
  const log = pino(LOG_OPTIONS, { write: (line) => void lines.push(line) })
  const cause = Object.assign(new Error('duplicate key, secret=hunter2'), {
    ...{ code: '23505', detail: 'Key (email)=(jane@example.com) already exists.', parameters: ['hunter2'] },
  })
  log.error({ err: new Error('jane@example.com was not stored', { cause }) }, 'failed')
  expect(lines.join('')).not.toMatch(/jane|hunter2/)
  expect(JSON.parse(lines[0]!).err).toMatchObject({
    ...{ type: 'Error', message: '…@… was not stored', stack: expect.stringContaining('log.test.ts') },
    cause: { code: '23505', message: 'duplicate key, secret=…' },
  })
  log.error({ err: 'only a text ?x=jane@example.com' }, 'failed')
  expect(JSON.parse(lines[1]!).err.message).toBe('only a text ?x=…@…')
})
