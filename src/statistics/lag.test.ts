import { expect, it } from 'vitest'
import { lagOf, lagsIn, quantile, shareWithin } from './lag.ts'
import type { Statistic } from './statistic.ts'

const MINUTE = 60_000
const statistics = (...fetches: [string, number, number][]): Statistic[] =>
  fetches.map(([application, minutes, value]) => ({
    name: lagOf(application, minutes * MINUTE)!,
    day: '2027-03-01',
    value,
  }))

it('counts fetches by application and by the time they took', () => {
  const [google, apple] = lagsIn([
    ...statistics(['Google Calendar', 300, 2], ['Apple: the second', 4, 1], ['Google Calendar', 301, 3]),
    { name: 'clicks', day: '2027-03-01', value: 7 },
  ])
  expect(google).toEqual({ application: 'Google Calendar', counts: [{ minutes: 480, count: 5 }] })
  expect(apple).toEqual({ application: 'Apple: the second', counts: [{ minutes: 5, count: 1 }] })
  expect(lagOf('Outlook', 21_000 * MINUTE)).toBeUndefined()
})

it('knows within which time a share of them came, and which share came within a time', () => {
  const [lags] = lagsIn(statistics(['Outlook', 10, 50], ['Outlook', 100, 40], ['Outlook', 5000, 10]))
  expect(quantile(lags!, 0.5)).toBe(15)
  expect(quantile(lags!, 0.25)).toBe(10)
  expect(quantile(lags!, 0.9)).toBe(120)
  expect(shareWithin(lags!, 15)).toBe(0.5)
  expect(shareWithin(lags!, 90)).toBeCloseTo(0.7)
  expect(shareWithin(lags!, 0)).toBe(0)
  expect(shareWithin(lags!, 50_000)).toBe(1)
  expect(shareWithin({ application: 'Other', counts: [] }, 10)).toBe(0)
})
