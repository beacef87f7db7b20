// node peers/google.ts <people> <file>: a fake Google. Writes the accounts of so many people into the file, and tells what
// has come.
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startGoogle } from '../../test/support/google/start.ts'

/** An account with an empty calendar that the service is taken to have made. */
export interface Person {
  calendarId: string
  refreshToken: string
  accessToken: string
}

export interface Opened {
  url: string
  client: { id: string; secret: string }
}

/** So many calendars are to have the event with this id. */
export interface Awaited {
  eventId: string
  count: number
}

export interface Came {
  /** Milliseconds since 1970. */
  at: number
  /** The most requests in any minute. */
  peak: number
  violations: number
}

const LOOK_MS = 20

const [count, file] = [Number(process.argv[2]), process.argv[3]!]
const google = await startGoogle()
const people = Array.from({ length: count }, (_, i): Person => {
  const email = `fan-${i}@gmail.example`
  google.addAccount(email)
  return { calendarId: google.addCalendar(email), ...google.grant(email) }
})
writeFileSync(file, JSON.stringify(people))
process.send!({ url: google.url, client: google.client } satisfies Opened)

process.on('message', (message: Awaited) => void tellWhenCome(message))

async function tellWhenCome({ eventId, count }: Awaited): Promise<void> {
  const have = new Set<string>()
  let at = 0
  for (; have.size < count; await sleep(LOOK_MS))
    for (const call of google.calls.splice(0))
      if (call.eventId === eventId && call.status === 200) {
        have.add(call.calendarId!)
        at = call.at
      }
  process.send!({ at, peak: google.peaks().project, violations: google.violations.length } satisfies Came)
}
