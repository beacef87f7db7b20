import { expect, it } from 'vitest'
import { proveRoundTrips } from '../../proofs/input/naughty.ts'
import { provePages } from '../../proofs/input/pages.ts'
import { STRINGS } from '../../proofs/input/strings.ts'
import { proveSurfaces, unequalShapes } from '../../proofs/input/surfaces.ts'
import { CannotProve } from '../../proofs/proof.ts'

const quiet = { progress: () => {} }

it('hostile texts go through every text field of every operation, each with some of them', async () => {
  const { figures, broken } = await proveRoundTrips({ times: 1, ...quiet })
  expect(broken).toEqual([])
  expect(figures.fields).toBeGreaterThan(300)
})

it('hostile texts come out of feeds, callbacks, downloads and the log as they went in', async () => {
  const { figures, broken } = await proveSurfaces(STRINGS)
  expect(broken).toEqual([])
  expect(figures['texts in feeds, callbacks, downloads']).toBeGreaterThan(400)
})

it('hostile texts are text on every page, and nothing runs', async ({ skip }) => {
  // Those that could run, and some of each other kind.
  const some = STRINGS.filter((text, index) => /[<>]|script|\{\{/.test(text) || index % 40 === 0).slice(0, 25)
  const outcome = await provePages(some, () => {}).catch((error: unknown) => {
    if (error instanceof CannotProve) return skip(error.message)
    throw error
  })
  expect(outcome?.broken).toEqual([])
})

it('a property too many in one event of a feed is seen', () => {
  const front = 'UID:1 DTSTAMP:1 LAST-MODIFIED:1 CREATED:1 SEQUENCE:1 DTSTART;TZID=X:1 SUMMARY:x'.split(' ')
  const event = (...more: string[]) =>
    ['BEGIN:VEVENT', ...front, ...more, 'STATUS:CONFIRMED', 'TRANSP:TRANSPARENT', 'END:VEVENT', ''].join(
      '\r\n',
    )
  expect(unequalShapes(event() + event('LOCATION:x', 'URL:x'))).toEqual([])
  expect(unequalShapes(event() + event('ATTENDEE:x'))).toHaveLength(1)
  expect(unequalShapes(event() + event('LOCATION:x', 'LOCATION:y'))).toHaveLength(1)
  expect(unequalShapes(event('END:VEVENT', 'BEGIN:VEVENT'))).toHaveLength(2)
})
