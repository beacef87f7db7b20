import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { checker } from './check.ts'

const Seat = Type.Object(
  { row: Type.Integer({ minimum: 1, accepts: 'a row from 1' }), 'side/a': Type.Optional(Type.String()) },
  { accepts: undefined },
)
const check = checker(
  Type.Object({
    name: Type.String({ minLength: 2, accepts: 'a name of two letters or more' }),
    seats: Type.Optional(Type.Array(Seat)),
    colours: Type.Optional(Type.Array(Type.String(), { maxItems: 2, accepts: 'at most two colours' })),
    size: Type.Optional(
      Type.Union([Type.Literal('S'), Type.Object({ cm: Type.Number() })], { accepts: 'S or a length' }),
    ),
    note: Type.Optional(Type.String()),
  }),
  'Shirt',
)

describe('checker', () => {
  it('accepts valid input, with any other fields', () => {
    expect(check({ name: 'Al', seats: [{ row: 1 }], size: { cm: 3 }, other: 1 })).toBeUndefined()
  })

  it('names required fields', () => {
    expect(check({})).toEqual({ name: 'Shirt name is required' })
  })

  it('returns all errors, by field', () => {
    expect(check({ name: 'A', seats: {}, note: 5 })).toEqual({
      name: 'Shirt name must be a name of two letters or more',
      seats: 'Shirt seats must be a list',
      note: 'Shirt note must be a text',
    })
  })

  it('names nested fields', () => {
    expect(check({ name: 'Al', seats: [{ row: 1 }, { row: 0 }, {}, { row: 1, 'side/a': 5 }] })).toEqual({
      'seats[1].row': 'Shirt seats[1].row must be a row from 1',
      'seats[2].row': 'Shirt seats[2].row is required',
      'seats[3].side/a': 'Shirt seats[3].side/a must be a text',
    })
  })

  it('names the field that describes what it accepts', () => {
    expect(check({ name: 'Al', colours: ['red', 5], size: { cm: 'x' } })).toEqual({
      colours: 'Shirt colours must be at most two colours',
      size: 'Shirt size must be S or a length',
    })
  })

  it.each([null, undefined, 5, 'x', []])('refuses %j as a whole', (value) => {
    expect(check(value)?.body).toBe('Shirt body must be an object')
  })

  it('returns hundreds of errors, but not all', () => {
    const faults = check({ name: 'Al', seats: Array.from({ length: 10_000 }, () => ({ row: 'x' })) })!
    expect(Object.keys(faults).length).toBeGreaterThan(100)
  })
})
