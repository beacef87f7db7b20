import { expectOk, expectThat, filled, Mismatch } from '../expect.ts'
import type { Answer } from '../signed-requests.ts'
import type { Section, Trial } from '../trial.ts'

/** Reads a feed by its URL, on the server under test if it has it there, otherwise at the URL itself. */
export async function readFeed(
  trial: Trial,
  address: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { pathname, search } = new URL(address)
  const answer = await trial.api.fetch(trial.api.base + pathname + search, { headers })
  if (answer.status !== 404 || address.startsWith(trial.api.base)) return answer
  return trial.api.fetch(address, { headers }).catch(() => answer)
}

/** The events of a feed, each as a text of unfolded lines. */
export function eventsOf(feed: Answer): string[] {
  if (feed.status !== 200) throw new Mismatch('HTTP status', 200, `${feed.status} ${feed.text.slice(0, 200)}`)
  const lines = feed.text.replace(/\r\n[ \t]/g, '')
  return [...lines.matchAll(/^BEGIN:VEVENT\r\n[^]*?^END:VEVENT\r$/gm)].map(([event]) => event)
}

export const feeds: Section = {
  name: 'feeds',
  async run(trial) {
    const [calendarId] = await trial.calendars()
    const { data } = expectOk(await trial.api.get(`/calendar/${calendarId}`))
    if (typeof data.feed === 'string' && data.feed) {
      const path = `/event`
      const make = (over: object) => trial.api.post(path, trial.eventFields({ calendarId, ...over }))
      await checkFeed(trial, 'the feed of a calendar', data.feed as string, make)
    } else trial.skip('the feed of a calendar', 'its record names none')

    await trial.withSubscriber('the feed of a subscriber', async ({ svcId }) => {
      const { data } = expectOk(await trial.api.get(`/subscriber/${encodeURIComponent(svcId)}`))
      const address = data.calendarUrl.httpsCalUrl as string
      const path = `/event?svc_id=${encodeURIComponent(svcId)}`
      const make = (over: object) => trial.api.post(path, trial.eventFields({ type: 'private', ...over }))
      await checkFeed(trial, 'the feed of a subscriber', address, make)
      await trial.check('the feed of a subscriber is not found by another token', async () => {
        const forged = address.replace(/\/feed\/(.)/, (_, first) => `/feed/${first === 'x' ? 'y' : 'x'}`)
        if (forged === address) return
        expectThat((await readFeed(trial, forged)).status, 404, 'HTTP status')
      })
    })
  },
}

type Make = (over: object) => Promise<Answer>

async function checkFeed(trial: Trial, what: string, address: string, make: Make): Promise<void> {
  const name = `Feed ${trial.reference()}`
  const [live, draft] = [
    await make({ name: `${name}, live`, details: 'a; b, c\nd' }),
    await make({ name: `${name} draft`, draft: 1 }),
  ]
  for (const answer of [live, draft]) {
    const { eventId } = expectOk(answer)
    trial.later(() => trial.api.delete(`/event/${eventId}`))
  }
  const find = (feed: Answer, part: string) => eventsOf(feed).find((event) => event.includes(part))

  await trial.check(`${what} is a calendar`, async () => {
    const feed = await readFeed(trial, address)
    expectThat(feed.status, 200, 'HTTP status')
    expectThat(feed.headers.get('content-type') ?? '', /^text\/calendar\b/, 'Content-Type')
    expectThat(
      feed.text,
      /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n|^BEGIN:VCALENDAR\r\n[^]*\r\nVERSION:2\.0\r\n/,
      'beginning',
    )
    expectThat(feed.text, /\r\nEND:VCALENDAR\r\n$/, 'end')
    const long = feed.text.split('\r\n').find((line) => Buffer.byteLength(line) > 75)
    if (long !== undefined) throw new Mismatch('lines', 'at most 75 octets', long)
  })
  await trial.check(`${what} has a live event, as RFC 5545 writes it`, async () => {
    const event = find(await readFeed(trial, address), `SUMMARY:${name}\\, live`)
    expectThat(event, filled, 'the event')
    const day = trial.day.replaceAll('-', '')
    expectThat(event, new RegExp(`DTSTART(;TZID=Europe/London:${day}T150000|:${day}T140000Z)\\r`), 'DTSTART')
    expectThat(event, /\r\nUID:\S+\r/, 'UID')
    expectThat(event, /\r\nDTSTAMP:\d{8}T\d{6}Z\r/, 'DTSTAMP')
    expectThat(event, /DESCRIPTION:a\\; b\\, c\\nd/, 'DESCRIPTION')
  })
  await trial.check(`${what} has no draft`, async () => {
    expectThat(find(await readFeed(trial, address), `${name} draft`), undefined, 'the draft')
  })
  await trial.check(`${what} has an ETag, and answers 304 to who has it`, async () => {
    const feed = await readFeed(trial, address)
    const tag = feed.headers.get('etag')
    expectThat(tag, filled, 'ETag')
    const again = await readFeed(trial, address, { 'if-none-match': tag! })
    expectThat(again.status, 304, 'HTTP status')
    expectThat(again.text, '', 'body of 304')
    expectThat((await readFeed(trial, address)).text === feed.text, true, 'the same feed twice')
  })
  await trial.check(`${what} changes with its events, and its ETag with it`, async () => {
    const tag = (await readFeed(trial, address)).headers.get('etag')!
    const { eventId } = expectOk(live)
    expectOk(await trial.api.put(`/event/${eventId}`, { name: `${name} moved` }))
    const feed = await readFeed(trial, address, { 'if-none-match': tag })
    expectThat(find(feed, `SUMMARY:${name} moved`), filled, 'the changed event')
    if (feed.headers.get('etag') === tag) throw new Mismatch('ETag', 'another one', tag)
  })
}
