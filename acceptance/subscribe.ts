import { type Client, each } from './client.ts'
import { type Service } from './service.ts'
import { type Club, type Person } from './world.ts'

/** Forms from one IP address in a minute; the service allows ten. */
const PEOPLE_PER_HOUSEHOLD = 8

interface Subscribed {
  calendarUrl: { httpsCalUrl: string }
  manageUrl: string
}

/** Subscribes people through the widget, each to one to three clubs, several from each IP address. */
export async function subscribePeople(service: Service, clubs: Club[], count: number): Promise<Person[]> {
  const widget = service.publisher.widgets.find(({ type }) => type === 'button')!
  const indexes = Array.from({ length: count }, (_, index) => index)
  return each(indexes, async (index) => {
    const followed = followedBy(index, clubs)
    const email = `fan${index}@example.com`
    const response = await fetch(`${service.url}/w/${widget.id}/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': householdOf(index) },
      body: JSON.stringify({
        email,
        calendarIds: followed.map((club) => club.calendarId),
        application: 'Other',
      }),
    })
    if (!response.ok) throw new Error(`${email} was answered ${response.status} ${await response.text()}`)
    const { calendarUrl, manageUrl } = (await response.json()) as Subscribed
    return {
      email,
      clubs: followed,
      svcId: '',
      feedUrl: calendarUrl.httpsCalUrl,
      manageUrl,
      private: undefined,
    }
  })
}

/** Reads each person's record through the API. Returns the differences from what the person chose. */
export async function findSubscribers(client: Client, people: Person[]): Promise<string[]> {
  const faults = await each(people, async (person) => {
    const path = `/subscriber/${encodeURIComponent(person.email.toUpperCase())}`
    const { data } = await client.call<{ data: SubscriberRecord }>('GET', path)
    person.svcId = data.id
    const chosen = person.clubs.map((club) => club.calendarId)
    const same = data.data.calIds.toSorted().join() === chosen.toSorted().join()
    const right = same && data.IsActive && data.calendarUrl.httpsCalUrl === person.feedUrl
    return right ? [] : [`${person.email} has the record ${JSON.stringify(data)}`]
  })
  return faults.flat()
}

interface SubscriberRecord {
  id: string
  IsActive: boolean
  data: { calIds: string[] }
  calendarUrl: { httpsCalUrl: string }
}

/** One to three clubs, in many different combinations. */
function followedBy(index: number, clubs: Club[]): Club[] {
  const distance = 5 + (Math.floor(index / 60) % 5)
  const places = Array.from(
    { length: 1 + (index % 3) },
    (_, turn) => (index + turn * distance) % clubs.length,
  )
  return [...new Set(places)].map((place) => clubs[place]!)
}

function householdOf(index: number): string {
  const household = Math.floor(index / PEOPLE_PER_HOUSEHOLD)
  return `198.51.${Math.floor(household / 250)}.${(household % 250) + 1}`
}
