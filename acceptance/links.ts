import { readFileSync } from 'node:fs'
import { readCalendar } from '../test/support/read-calendar.ts'
import { type Sample } from './applications/application.ts'
import { each } from './client.ts'
import { fixturesOf } from './world.ts'

/** Follows the links in people's events. Returns their number and those with a wrong target. */
export async function followLinks(sample: Sample[]): Promise<{ count: number; wrong: string[] }> {
  const links = sample.flatMap(({ person, file }) => {
    const published = [...fixturesOf(person.clubs), person.private]
    return readCalendar(readFileSync(file, 'utf8')).map(({ uid, url }) => {
      return { url, target: published.find((event) => event && uid.startsWith(event.id))?.link.url }
    })
  })
  const wrong = await each(links, async ({ url, target }) => {
    const response = await fetch(url, { redirect: 'manual' })
    const location = response.headers.get('location')
    return location === target ? [] : [`${url} leads to ${location} instead of ${target}`]
  })
  return { count: links.length, wrong: wrong.flat() }
}
