import { describe, expect, it } from 'vitest'
import { type Figure, formatTable, type Goal, isMet, type Line } from '../../bench/figure.ts'
import { outcomeOf } from '../../bench/run.ts'

const figure = (value: number, peer: number, goal?: Goal): Figure => ({
  ...{ name: 'polls', unit: 'requests/s', value, peer: { name: 'bare', value: peer } },
  ...(goal && { goal }),
})
const skipped: Line = { name: 'loading', why: { skipped: 'no Radicale here' } }
const failed: Line = { name: 'loading', why: { failed: 'the service does not start' } }

describe('a goal', () => {
  it.each<[number, number, Goal, boolean]>([
    [80, 100, { least: 0.8 }, true],
    [79, 100, { least: 0.8 }, false],
    [49, 50, { below: 1 }, true],
    [50, 50, { below: 1 }, false],
    [50, 100, { most: 0.5 }, true],
    [51, 100, { most: 0.5 }, false],
    [0, 1000, { most: 0 }, true],
    [1, 1000, { most: 0 }, false],
    [NaN, 100, { most: 2 }, false],
    [NaN, 100, { least: 0.5 }, false],
    [0, 0, { most: 0 }, false],
  ])('%d of %d, %j: %s', (value, peer, goal, met) => expect(isMet(figure(value, peer, goal))).toBe(met))

  it('is met where there is none', () => expect(isMet(figure(1, 100))).toBe(true))
})

describe('the table', () => {
  it('has a line for each figure with ratio, goal and verdict, then what was not measured', () => {
    const lines = [figure(79, 100, { least: 0.8 }), figure(20_000, 100), skipped, failed]
    expect(formatTable(lines).split('\n')).toEqual([
      'figure   Fasti  peer        unit        ratio  goal',
      'polls       79   100  bare  requests/s   0.79  ≥ 0.8  MISSED',
      'polls   20,000   100  bare  requests/s    200',
      'loading: skipped, no Radicale here',
      'loading: FAILED, the service does not start',
    ])
  })
})

describe('the outcome', () => {
  const [met, missed] = [figure(1, 1, { least: 1 }), figure(1, 2, { least: 1 })]

  it.each<[string, Line[]]>([
    ['met', [met, figure(1, 2)]],
    ['missed', [met, missed, skipped]],
    ['missed', [met, failed]],
    ['skipped', [met, skipped]],
  ])('is %s', (outcome, lines) => expect(outcomeOf(lines)).toBe(outcome))
})
