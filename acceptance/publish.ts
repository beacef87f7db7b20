import { type Client, each } from './client.ts'
import { addDays } from './clock.ts'
import { type Planned, type Season, toBody } from './season.ts'
import { type Club, fixturesOf, type Person, type World } from './world.ts'

const PRIVATE_MINUTES = 90

/** Publishes a calendar for each club, and each fixture once in the calendars of both clubs. */
export async function publishSeason(client: Client, season: Season): Promise<Club[]> {
  const clubs: Club[] = []
  for (const { name, reference } of season.clubs) {
    const { calendarId } = await client.call<{ calendarId: string }>(
      'POST',
      '/calendar/',
      {},
      {
        name,
        type: 'fixture',
        categories: 'Sports/Football, Men',
        reference,
        genre: 'Sport',
        subGenre: 'Football',
        draftCalendar: 0,
      },
    )
    const { data } = await client.call<{ data: { feed: string } }>('GET', `/calendar/${calendarId}`)
    clubs.push({ name, calendarId, feedUrl: data.feed, fixtures: [] })
  }
  const own = (names: string[]) => names.map((name) => clubs.find((club) => club.name === name)!)
  const published = await each(season.fixtures, async ({ planned, clubs: names }) => {
    const calendarIds = own(names).map(({ calendarId }) => calendarId)
    const body = { ...toBody(planned), type: 'fixture', calendarIds }
    const { eventId } = await client.call<{ eventId: string }>('POST', '/event', {}, body)
    return { ...planned, id: eventId, sequence: 0 }
  })
  published.forEach((fixture, index) => {
    for (const club of own(season.fixtures[index]!.clubs)) club.fixtures.push(fixture)
  })
  return clubs
}

/** Adds one private event for each person, all in one batch. Returns how many were added. */
export async function publishPrivateEvents(client: Client, { clubs, people }: World): Promise<number> {
  const dates = fixturesOf(clubs)
    .map(({ date }) => date)
    .sort()
  const planned = people.map((person, index) => privateEvent(person, index, dates[0]!))
  const events = planned.map((event, index) => ({ ...toBody(event), svcId: people[index]!.svcId }))
  const body = { type: 'private', events }
  const answer = await client.call<BatchAnswer>('POST', '/batch/events', { type: 'private' }, body)
  const ids = new Map(answer.items.map((item) => [item.reference, item.id]))
  people.forEach((person, index) => {
    const event = planned[index]!
    const id = ids.get(event.reference)
    if (id) person.private = { ...event, id, sequence: 0 }
  })
  return answer.added
}

interface BatchAnswer {
  added: number
  items: { id?: string; reference: string }[]
}

function privateEvent(person: Person, index: number, firstDay: string): Planned {
  return {
    reference: `seat-${index}`,
    referenceType: 'season-tickets',
    name: `Season ticket ${index}: pick up your card`,
    location: index % 2 ? 'Fan shop; counter 3' : 'Fan shop, New York',
    details: `For ${person.email} only, naïve façade 座席 ${index}.`,
    date: addDays(firstDay, (index * 37) % 280),
    time: '18:30',
    minutes: PRIVATE_MINUTES,
    zone: index % 2 ? 'Europe/London' : 'America/New_York',
    alerts: ['2H'],
    link: { name: 'Your seat', url: `https://tickets.example.com/seat/${index}` },
  }
}
