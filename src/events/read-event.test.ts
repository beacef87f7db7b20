import { describe, expect, it } from 'vitest'
import { BLANK_EVENT } from '../../test/support/blank-event.ts'
import type { EventFields } from './event.ts'
import { readEvent, type ReadingRules } from './read-event.ts'

const PUBLIC: ReadingRules = { private: false, required: ['location'], timezone: 'Europe/London' }
const PRIVATE: ReadingRules = { private: true, required: ['reference'], timezone: 'Europe/London' }
const INPUT = {
  name: 'City v Town',
  location: 'City Ground',
  startDate: '2027-04-10',
  startTime: '15:00',
  endDate: '2027-04-10',
  endTime: '17:00',
  reference: 'final',
}

function read(over: object = {}, rules = PUBLIC): EventFields {
  const result = readEvent({ ...INPUT, ...over }, rules)
  if ('errors' in result) throw new Error(JSON.stringify(result.errors))
  return result.event
}
function faults(over: object = {}, rules = PUBLIC) {
  const result = readEvent({ ...INPUT, ...over }, rules)
  return 'errors' in result ? result.errors : {}
}
const times = ({ startAt, endAt }: EventFields) =>
  [startAt, endAt].map((at) => new Date(at).toISOString().slice(0, 16)).join(' ')

describe('a new event', () => {
  it('is by default a draft in the zone of its publisher, with empty fields', () => {
    expect(read()).toEqual({
      ...BLANK_EVENT,
      ...INPUT,
      timezone: 'Europe/London',
      startAt: Date.UTC(2027, 3, 10, 14),
      endAt: Date.UTC(2027, 3, 10, 16),
      draft: true,
    })
  })

  it.each([
    [0, false],
    ['0', false],
    [1, true],
    ['1', true],
  ])('reads draft %j', (draft, expected) => expect(read({ draft }).draft).toBe(expected))

  it('treats an empty text as left out, even in fields that allow it', () => {
    expect(faults({ name: '', startTime: '' })).toEqual({
      name: 'Event name is required',
      startTime: 'Event startTime is required',
    })
    expect(read({ reference: '', alert: '', timezone: undefined })).toMatchObject({
      reference: null,
      alert: '',
    })
  })

  it.each([
    ['2027-02-29', 'is no leap day'],
    ['2027-04-31', 'is no day'],
    ['2027-13-01', 'is no month'],
    ['2027-00-10', 'is no month'],
    ['2027-04-00', 'is no day'],
    ['0099-04-10', 'is long ago'],
    ['1899-12-31', 'is long ago'],
    ['9999-01-01', 'would end in a year of five digits'],
    ['27-04-10', 'is short'],
    ['2027-4-1', 'is short'],
    ['10.04.2027', 'is in another order'],
    ['2027-04-10T15:00', 'has a time'],
  ])('refuses the date %s, which %s', (startDate) => {
    expect(faults({ startDate, endDate: '9998-12-31' })).toEqual({
      startDate: 'Event startDate must be a date that exists, as YYYY-MM-DD',
    })
  })

  it.each(['24:00', '15:60', '3:00', '15:00:00', '15h'])('refuses the time %s', (startTime) => {
    expect(faults({ startTime })).toEqual({ startTime: 'Event startTime must be a time as HH:MM' })
  })

  it('may have no duration, but not end before it starts', () => {
    expect(times(read({ endTime: '15:00' }))).toBe('2027-04-10T14:00 2027-04-10T14:00')
    expect(Object.keys(faults({ endTime: '14:59' }))).toEqual(['endDate'])
    expect(Object.keys(faults({ allDay: 'yes', endDate: '2027-04-09' }))).toEqual(['endDate'])
  })

  it('is all day on its days, the last one included', () => {
    const event = read({ allDay: 'Yes', endDate: '2027-04-11', startTime: '10:00', endTime: undefined })
    expect(event).toMatchObject({ startTime: null, endTime: null, endDate: '2027-04-11' })
    expect(times(event)).toBe('2027-04-09T23:00 2027-04-11T23:00')
  })

  it.each([
    [
      'an hour that is skipped',
      { startDate: '2027-03-28', startTime: '01:30', endDate: '2027-03-28', endTime: '02:45' },
      '2027-03-28T01:30 2027-03-28T01:45',
    ],
    [
      'an end before its start, once the skipped hour is read: the event keeps its length',
      { startDate: '2027-03-28', startTime: '01:45', endDate: '2027-03-28', endTime: '02:15' },
      '2027-03-28T01:45 2027-03-28T02:15',
    ],
    [
      'an hour that comes twice',
      { startDate: '2026-10-25', startTime: '01:30', endDate: '2026-10-25', endTime: '02:00' },
      '2026-10-25T00:30 2026-10-25T02:00',
    ],
    [
      'a day that is skipped',
      { timezone: 'Pacific/Apia', startDate: '2011-12-30', endDate: '2011-12-30', allDay: true },
      '2011-12-30T10:00 2011-12-31T10:00',
    ],
    ['a half hour', { timezone: 'Australia/Lord_Howe' }, '2027-04-10T04:30 2027-04-10T06:30'],
  ])('is read through clock changes: %s', (_, over, expected) => {
    expect(times(read(over))).toBe(expected)
  })

  it('has its own type, and returns all errors together', () => {
    expect(read({ type: 'FIXTURE' })).toEqual(read())
    expect(faults({ type: 'private', timezone: 'Mars', alert: '5X', location: undefined })).toEqual({
      type: 'Event type must be fixture',
      timezone: 'Event timezone must be an IANA time zone name, such as Europe/London',
      alert: 'Event alert must be empty, or up to four digits and M, H or D, such as 15M',
      location: 'Event location is required',
    })
    expect(faults({ reference: 'two words', location: undefined }, PRIVATE)).toEqual({
      reference: 'Event reference must be a text of at most 255 characters, without spaces',
    })
  })

  it.each([null, [], 'x', 5])('is no %j', (input) => {
    expect(readEvent(input, PUBLIC)).toEqual({ errors: { body: 'Event body must be an object' } })
  })
})

describe('a changed event', () => {
  const current = read({
    alert: '15M',
    draft: 0,
    tags: ['cup'],
    'quickLink[2][url]': 'https://example.com/2',
  })
  const change = (input: object) => readEvent(input, { ...PUBLIC, current })
  const changed = (input: object) => (change(input) as { event: EventFields }).event

  it('keeps fields that the input omits', () => {
    expect(changed({})).toEqual(current)
    expect(changed({ endTime: '18:00', alert: '' })).toEqual({
      ...current,
      endTime: '18:00',
      alert: '',
      endAt: Date.UTC(2027, 3, 10, 17),
    })
  })

  it('moves with its zone', () => {
    expect(times(changed({ timezone: 'America/New_York' }))).toBe('2027-04-10T19:00 2027-04-10T21:00')
  })

  it('needs times when it no longer lasts all day, and keeps links by their number', () => {
    const allDay = changed({ allDay: true })
    expect(readEvent({ allDay: false }, { ...PUBLIC, current: allDay })).toEqual({
      errors: { startTime: 'Event startTime is required', endTime: 'Event endTime is required' },
    })
    const links = { 'quickLink[1][url]': 'https://example.com/1', 'quickLink[2][name]': 'Tickets' }
    expect(changed(links)).toMatchObject({
      tags: ['cup'],
      quickLinks: [
        { position: 1, name: '', url: 'https://example.com/1' },
        { position: 2, name: 'Tickets', url: 'https://example.com/2' },
      ],
    })
    expect(changed({ 'quickLink[2][url]': '' })).toMatchObject({ tags: ['cup'], quickLinks: [] })
  })

  it('cannot change its type', () => {
    expect(change({ type: 'private' })).toEqual({
      errors: { type: 'Event type must be fixture and cannot be changed' },
    })
  })
})
