import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isActive, type LastRead, ReachCount } from './reach.ts'

const NOW = Date.UTC(2027, 0, 20)
const DAY = 86_400_000
const APPLICATIONS = ['Google Calendar', 'Apple Calendar (iOS)', 'Other']

interface Person {
  since: number
  reads: LastRead[]
}

const changes = fc
  .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })
  .map((revisions) =>
    revisions.sort((a, b) => a - b).map((revision) => ({ revision, at: NOW - 10 * DAY + revision * 1000 })),
  )
const people: fc.Arbitrary<Person[]> = fc.array(
  fc.record({
    since: fc.integer({ min: 0, max: 41 }).map((revision) => NOW - 10 * DAY + revision * 1000),
    reads: fc.uniqueArray(fc.constantFrom(...APPLICATIONS)).chain((names) =>
      fc.tuple(
        ...names.map((application) =>
          fc.record({
            application: fc.constant(application),
            revision: fc.integer({ min: 0, max: 41 }),
            lastReadAt: fc.integer({ min: 0, max: 10 }).map((days) => NOW - days * DAY),
          }),
        ),
      ),
    ),
  }),
)

describe('the reach of changes', () => {
  it('is what comes out person by person, for any people and changes', () => {
    fc.assert(
      fc.property(changes, people, (changes, people) => {
        const count = new ReachCount(changes)
        for (const { since, reads } of people) count.add(since, reads, NOW)
        const plainly = changes.map(({ revision, at }) => {
          const concerned = people.filter(({ since }) => since <= at)
          const active = concerned
            .map(({ reads }) => reads.filter((read) => isActive(read, NOW)))
            .filter((reads) => reads.length > 0)
          const has = (read: LastRead) => read.revision >= revision
          return {
            active: active.length,
            reached: active.filter((reads) => reads.every(has)).length,
            partly: active.filter((reads) => reads.some(has) && !reads.every(has)).length,
            silent: concerned.length - active.length,
            applications: APPLICATIONS.map((name) => {
              const own = active.flat().filter(({ application }) => application === name)
              return { name, active: own.length, reached: own.filter(has).length }
            })
              .filter(({ active }) => active > 0)
              .sort((a, b) => b.active - a.active || (a.name < b.name ? -1 : 1)),
          }
        })
        expect(count.reach()).toEqual(plainly)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['a device', 'Apple Calendar (iOS)', 7],
    ['an unknown application', 'Other', 7],
    ['a server', 'Google Calendar', 3],
  ])('takes %s for active for some days after a read', (_, application, days) => {
    const read = { application, revision: 1, lastReadAt: NOW - days * DAY }
    expect(isActive(read, NOW)).toBe(true)
    expect(isActive(read, NOW + 1)).toBe(false)
  })
})
