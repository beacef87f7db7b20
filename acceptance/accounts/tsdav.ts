import { createDAVClient } from 'tsdav'
import { type Device, type Program, seenIn } from './program.ts'

/** tsdav, a CalDAV library for JavaScript. */
export async function openTsdav(url: string, { userName, password }: Device): Promise<Program> {
  // It goes on to the public address, past a proxy.
  let sent = 0
  const counting: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    sent += [...response.headers].join('').length + (await response.clone().arrayBuffer()).byteLength
    return response
  }
  const credentials = { username: userName, password }
  const client = await createDAVClient({
    ...{ serverUrl: url, credentials, authMethod: 'Basic', defaultAccountType: 'caldav', fetch: counting },
  })
  const known = new Map<string, Map<string, string>>()
  const tokens = new Map<string, string>()
  return {
    octets() {
      const last = sent
      sent = 0
      return last
    },
    async read() {
      const calendars = await client.fetchCalendars()
      for (const path of known.keys()) if (!calendars.some(({ url }) => url === path)) known.delete(path)
      for (const calendar of calendars) {
        const { url: path } = calendar
        const own = known.get(path) ?? new Map<string, string>()
        known.set(path, own)
        if (tokens.get(path) === calendar.syncToken && own.size > 0) continue
        const responses = await client.syncCollection({
          ...{ url: path, props: { 'd:getetag': {} }, syncLevel: 1 },
          syncToken: tokens.get(path) ?? '',
        })
        const changed = responses.filter(({ href }) => href?.endsWith('.ics'))
        for (const { href, status } of changed) if (status === 404) own.delete(href!)
        const hrefs = changed.filter(({ status }) => status < 300).map(({ href }) => href!)
        if (hrefs.length > 0) {
          const objects = await client.fetchCalendarObjects({ calendar, objectUrls: hrefs })
          for (const { url: href, data } of objects) own.set(new URL(href).pathname, String(data))
        }
        tokens.set(path, calendar.syncToken!)
      }
      return [...known.values()].flatMap((own) => [...own.values()]).map(seenIn)
    },
    async write() {
      const [calendar] = await client.fetchCalendars()
      const iCalString = [...known.values()][0]!.values().next().value!
      const response = await client.createCalendarObject({
        calendar: calendar!,
        filename: 'mine.ics',
        iCalString,
      })
      return response.ok ? undefined : wordsOf(await response.text())
    },
  }
}

function wordsOf(xml: string): string {
  return /<d:responsedescription>(.*?)</.exec(xml)?.[1] ?? ''
}
