import { expect, it } from 'vitest'
import { reasonOf, reasonsOf } from './reason.ts'

it('finds the code and the values of a sentence about a field', () => {
  expect(reasonOf('Event startDate must be a date that exists, as YYYY-MM-DD')).toEqual({
    kind: 'date',
    values: { field: 'startDate' },
  })
  expect(reasonOf('Publisher company must be a text of at most 250 characters, without spaces')).toEqual({
    kind: 'wordMost',
    values: { field: 'company', count: '250' },
  })
})

it('finds the sentences that a sentence ends with', () => {
  const required = { kind: 'required', values: { field: 'startTime' } }
  const date = { kind: 'date', values: { field: 'endDate' } }
  expect(
    reasonOf('Line 3: Event startTime is required; Event endDate must be a date that exists, as YYYY-MM-DD'),
  ).toEqual({ kind: 'atLine', values: { line: '3' }, because: [required, date] })
  expect(reasonOf('"Tuning" is read as single events: its rule must have FREQ=DAILY')).toEqual({
    kind: 'readAsSingle',
    values: { name: 'Tuning' },
    because: [
      { kind: 'itsRule', values: {}, because: [{ kind: 'ruleFrequency', values: { choices: 'DAILY' } }] },
    ],
  })
})

it('has no code for other sentences, nor for very long ones, and takes no long time for them', () => {
  expect(reasonOf('Anything else')).toBeUndefined()
  expect(reasonOf(`The row is left out: it has only “${'“ is '.repeat(100_000)}”`)).toBeUndefined()
  expect(reasonOf('Line 3: Anything else')).toMatchObject({ because: [{ kind: 'other' }] })
  expect(reasonsOf({ name: 'Calendar name is required', other: 'Anything else' })).toEqual({
    name: { kind: 'required', values: { field: 'name' } },
  })
})
