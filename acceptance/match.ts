import { type Client } from './client.ts'
import { addDays, instantOf } from './clock.ts'
import { type Change } from './recompute.ts'
import { type Person } from './world.ts'

/** When the match begins, at first and after each move. */
export const TIMES = ['15:00', '16:00', '17:00', '18:00']
const ZONE = 'Europe/London'

interface Subscribed {
  calendarUrl: { httpsCalUrl: string }
  manageUrl: string
}

/** Publishes a match for tomorrow. */
export async function publishMatch(client: Client) {
  const day = addDays(new Date().toISOString().slice(0, 10), 1)
  const calendarId = await publishCalendar(client, 'First team', 'first-team')
  const { eventId } = await client.call<{ eventId: string }>(
    'POST',
    '/event',
    {},
    {
      ...{
        calendarId,
        name: 'City v Town',
        location: 'City Ground',
        reference: 'match',
        draft: 0,
        timezone: ZONE,
      },
      ...{ startDate: day, startTime: TIMES[0], endDate: day, endTime: '20:00' },
    },
  )
  return { calendarId, eventId, day }
}

/** Publishes a calendar; returns its id. */
export async function publishCalendar(client: Client, name: string, reference: string): Promise<string> {
  const kind = {
    type: 'fixture',
    categories: 'Sports/Rugby',
    genre: 'Sports',
    subGenre: 'Rugby',
    draftCalendar: 0,
  }
  const body = { name, reference, ...kind }
  const { calendarId } = await client.call<{ calendarId: string }>('POST', '/calendar', {}, body)
  return calendarId
}

/** Subscribes with the publisher's signature, which vouches for the address. */
export async function subscribe(
  client: Client,
  widget: string,
  email: string,
  calendarId: string,
): Promise<Person> {
  const body = { email, calendarIds: [calendarId] }
  const { calendarUrl, manageUrl } = await client.call<Subscribed>('POST', widget, {}, body)
  return { email, clubs: [], svcId: '', feedUrl: calendarUrl.httpsCalUrl, manageUrl, private: undefined }
}

/** The last change of a public event. */
export async function lastChange(client: Client): Promise<Change> {
  const { data } = await client.call<{ data: Change[] }>('GET', '/changes')
  return data.at(-1)!
}

/** The start of the match on a day after some moves, in ISO 8601, UTC. */
export function startOn(day: string, moves: number): string {
  return new Date(instantOf(ZONE, day, TIMES[moves]!)).toISOString()
}
