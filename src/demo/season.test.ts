import { describe, expect, it } from 'vitest'
import { offsetAt } from '../time/zone.ts'
import { CLUBS } from './league.ts'
import { seededRandom } from './random.ts'
import { planSeason } from './season.ts'

const season = (today: string) => planSeason(CLUBS, today, seededRandom(1))

describe('planSeason', () => {
  it('has each pair of clubs once at home, and one match of each club in a round', () => {
    const matches = season('2026-11-21')
    const pairings = new Set(matches.map(({ home, away }) => `${home.code}-${away.code}`))
    expect(matches).toHaveLength(132)
    expect(pairings.size).toBe(132)
    for (let round = 1; round <= 22; round++) {
      const playing = matches
        .filter((match) => match.round === round)
        .flatMap(({ home, away }) => [home, away])
      expect(new Set(playing).size).toBe(12)
    }
  })

  it('is the same each time', () => {
    expect(season('2026-11-21')).toEqual(season('2026-11-21'))
  })

  it.each(['2026-01-15', '2026-04-01', '2026-07-15', '2026-11-01'])(
    'includes a clock change if today is %s',
    (today) => {
      const matches = season(today)
      const offsets = matches.map((match) => offsetAt('Europe/London', Date.parse(match.date)))
      expect(new Set(offsets).size).toBe(2)
      expect(matches[0]!.date < today && matches.at(-1)!.date > today).toBe(true)
    },
  )
})
