import { describe, expect, it } from 'vitest'
import { cutTitle, displayInApplications } from './event-display.ts'

const EVENT = { title: 'City v Rovers', location: '', description: '', reminders: ['15M'], struck: false }

describe('titles', () => {
  it('are cut with an ellipsis', () => {
    expect(cutTitle('City v Rovers', 13)).toBe('City v Rovers')
    expect(cutTitle('City v Rovers', 12)).toBe('City v Rove…')
    expect(cutTitle('City v Rovers', 8)).toBe('City v…')
  })

  it('are counted in graphemes', () => {
    expect(cutTitle('👩‍👩‍👧‍👦🇫🇷é', 3)).toBe('👩‍👩‍👧‍👦🇫🇷é')
    expect(cutTitle('👩‍👩‍👧‍👦🇫🇷é!', 3)).toBe('👩‍👩‍👧‍👦🇫🇷…')
  })
})

describe('each application', () => {
  const seen = (over: Partial<typeof EVENT> = {}) =>
    Object.fromEntries(
      displayInApplications({ ...EVENT, ...over }).map((application) => [application.id, application]),
    )

  it('shows reminders, drops them or asks people', () => {
    const shown = Object.values(seen()).map(({ id, reminders }) => [id, reminders[0]!.shown])
    expect(Object.fromEntries(shown)).toEqual({
      google: 'no',
      android: 'no',
      apple: 'perhaps',
      'outlook-com': 'no',
      outlook: 'yes',
    })
    expect(seen({ reminders: [] }).google).toMatchObject({ reminders: [], reminderNote: '' })
  })

  it('hides, strikes or shows a cancelled event', () => {
    expect(seen().google!.state).toBe('shown')
    const states = Object.values(seen({ struck: true })).map(({ state }) => state)
    expect(states).toEqual(['hidden', 'hidden', 'struck', 'shown', 'shown'])
  })

  it('cuts titles to its own width', () => {
    const { google, apple, android } = seen({ title: 'City Rugby against the Wandering Rovers of the North' })
    expect(google!.monthTitle).toBe('City Rugby again…')
    expect(android!.monthTitle).toBe('City R…')
    expect(apple).toMatchObject({ monthTitle: null, listTitle: 'City Rugby against the Wandering…' })
  })
})
