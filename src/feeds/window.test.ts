import { describe, expect, it } from 'vitest'
import { feedWindow } from './window.ts'

const DAY = 86_400_000

describe('feedWindow', () => {
  const noon = Date.UTC(2027, 5, 15, 12)

  it('is open on both sides by default', () => {
    expect(feedWindow({}, noon)).toEqual({ from: -Infinity, to: Infinity, today: Date.UTC(2027, 5, 15) })
  })

  it('moves by whole days', () => {
    const settings = { feedPastDays: 30, feedFutureDays: 365 }
    const today = Date.UTC(2027, 5, 15)
    const window = { from: today - 30 * DAY, to: today + 366 * DAY, today }
    expect(feedWindow(settings, today)).toEqual(window)
    expect(feedWindow(settings, today + DAY - 1)).toEqual(window)
    expect(feedWindow(settings, today + DAY).from).toBe(window.from + DAY)
  })
})
