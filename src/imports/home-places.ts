import type { Db } from '../db/database.ts'

/** Latest events that are looked at. */
const LOOKED_AT = 2000
/** The signs behind a home team in a title: `City – Town`, `City v Town`. */
const AFTER_TEAM = /^\s*(?:[–—:]|-\s|\s(?:v|vs|gegen|contre|contra|x|@)\b)/i

/** The most frequent place of each team's home events in a calendar. Teams without any are left out. */
export async function placesOf(
  db: Db,
  publisherId: number,
  calendarId: string,
  teams: string[],
): Promise<Map<string, string>> {
  if (teams.length === 0) return new Map()
  const events = await db
    .selectFrom('event')
    .select(['name', 'location'])
    .where('publisher_id', '=', publisherId)
    .where('calendar_id', '=', calendarId)
    .where('location', '!=', '')
    .orderBy('start_at', 'desc')
    .limit(LOOKED_AT)
    .execute()
  return new Map(
    teams.flatMap((team) => {
      const counts = new Map<string, number>()
      for (const { name, location } of events)
        if (name.startsWith(team) && AFTER_TEAM.test(name.slice(team.length)))
          counts.set(location, (counts.get(location) ?? 0) + 1)
      const [best] = [...counts].sort(([, a], [, b]) => b - a)
      return best ? [[team, best[0]] as const] : []
    }),
  )
}
