import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { instantOf, type Zone } from '../clock.ts'
import { atEnd } from '../processes.ts'

/** The account of a device, as the portal shows it. */
export interface Device {
  server: string
  userName: string
  password: string
}

/** Another program with an account, set up from the bare host name. */
export interface Program {
  /**
   * Reads the account again; returns `title at start` of each event, in any order. Programs that read in the background
   * are polled until `isRight`.
   */
  read: (isRight: (events: string[]) => boolean) => Promise<string[]>
  /** Tries to write an event; returns the words of the refusal, or undefined if there was none. */
  write?: () => Promise<string | undefined>
  /** Octets that the service sent since the last call. */
  octets: () => number
}

export interface OctetCount {
  /** The address that a program is given in place of the service's. */
  url: string
  /** Octets that the service sent since the last call. */
  octets: () => number
  /** Waits until nothing was sent for so many milliseconds. */
  quiet: (ms: number) => Promise<void>
}

/** Passes connections on to the service, and counts what it sends. */
export async function countOctets(target: string): Promise<OctetCount> {
  const { hostname, port } = new URL(target)
  let sent = 0
  let lastAt = 0
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname)
    upstream.on('data', (chunk) => {
      sent += chunk.length
      lastAt = Date.now()
    })
    socket.pipe(upstream).pipe(socket)
    for (const one of [socket, upstream])
      one.on('error', () => [socket, upstream].forEach((each) => each.destroy()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    octets() {
      const last = sent
      sent = 0
      return last
    },
    async quiet(ms) {
      for (const from = Date.now(); Date.now() < Math.max(from, lastAt) + ms;) await sleep(100)
    },
  }
}

/** Returns the title and the start of the event in an iCalendar object. */
export function seenIn(text: string): string {
  const event = text.replace(/\r?\n[ \t]/g, '').split(/BEGIN:VEVENT/)[1]!
  const title = /^SUMMARY:(.*?)\r?$/m.exec(event)?.[1]
  const [, zone, start = ''] = /^DTSTART(?:;TZID=([^:]+)|;VALUE=DATE)?:(\S+?)\r?$/m.exec(event) ?? []
  const [day, time] = [
    start.slice(0, 8).replace(/(....)(..)(..)/, '$1-$2-$3'),
    start.slice(9, 13).replace(/(..)(..)/, '$1:$2'),
  ]
  if (!time) return `${title} at ${day}`
  return `${title} at ${new Date(instantOf((zone ?? 'UTC') as Zone, day, time)).toISOString()}`
}
