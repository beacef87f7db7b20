import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Receiver } from '../../test/support/receiver.ts'
import { record } from '../../test/support/test-publisher.ts'
import { PASSWORD, TestBrowser } from '../../test/support/users.ts'
import { statusOf } from '../normal-client.ts'
import { until } from '../proof.ts'
import type { AttackName } from './attack.ts'
import type { World } from './world.ts'

/** Uses the service beside an attack for about so many seconds, other than by polling; returns what went wrong. */
type Beside = (world: World, seconds: number) => Promise<string[]>

const PIECES = 10
const SUBSCRIPTIONS = 3
const SIGN_INS = 3
const IMPORTS = 2
/** Long enough on any machine, and far shorter than an attacker who never ends. */
const PATIENCE_MS = 20_000

/** Checks for the attacks whose harm polling does not show. */
export const BESIDE: Partial<Record<AttackName, Beside>> = {
  'an import that never ends': importFile,
  'four imports that never end': importFile,
  'sign-ins of one IPv6 network': signIn,
  'bodies that never end': uploadSlowly,
  'callbacks that take long': hearOfSubscriptions,
}

/** Small files are read in their turn. */
async function importFile({ club, calendarId }: World): Promise<string[]> {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:b', 'DTSTART:20270410T140000Z']
  const file = [...lines, 'DTEND:20270410T160000Z', 'SUMMARY:City v Town', 'END:VEVENT', 'END:VCALENDAR']
  const broken: string[] = []
  for (let n = 0; n < IMPORTS; n++) {
    const body = JSON.stringify({ calendarId, fileName: 'b.ics', text: file.join('\r\n') })
    const status = await statusOf('POST', club.signedUrl('/admin/api/imports/preview', body), body)
    if (status !== 200) broken.push(`an import of the neighbour: ${status}`)
  }
  return broken
}

/** From another address with the password alone, and in the browser of before. */
async function signIn({ app, browser }: World, seconds: number): Promise<string[]> {
  const broken: string[] = []
  const body = { email: browser.email, password: PASSWORD }
  for (let n = 0; n < SIGN_INS; n++) {
    const stranger = await new TestBrowser(app).post('/session', body)
    if (stranger.status !== 200) broken.push(`a sign-in from elsewhere: ${stranger.status}`)
    const { status } = await browser.post('/session', body, { 'x-forwarded-for': '2001:db8:1:2::1' })
    if (status !== 200)
      broken.push(`a sign-in in the browser of before, from the attacker's network: ${status}`)
    await sleep((seconds * 1000) / SIGN_INS)
  }
  return broken
}

/** A batch in pieces, which takes as long as the attack. */
async function uploadSlowly({ club, svcId, url }: World, seconds: number): Promise<string[]> {
  const events = Array.from({ length: 400 }, () => record(svcId, { details: 'x'.repeat(500) }))
  const body = Buffer.from(JSON.stringify({ type: 'private', events }))
  const { pathname, search, port } = new URL(club.signedUrl('/batch/events', body), url)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const answer = text(socket).catch(() => '')
  const head = [`POST ${pathname}${search} HTTP/1.1`, 'Host: localhost', 'Connection: close']
  const from = 'X-Forwarded-For: 203.0.113.1'
  socket.write(`${[...head, from, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`)
  const size = Math.ceil(body.length / PIECES)
  for (let at = 0; at < body.length; at += size) {
    socket.write(body.subarray(at, at + size))
    await sleep((seconds * 1000) / PIECES)
  }
  const got = await answer
  return /^HTTP\/1\.1 207 [\s\S]*"added":400,/.test(got)
    ? []
    : [`an upload of the neighbour was cut off: ${got.slice(0, 80)}`]
}

/** Its own callback hears of new subscribers. */
async function hearOfSubscriptions({ club }: World, seconds: number): Promise<string[]> {
  await using receiver = new Receiver()
  await receiver.listen()
  await club.callback(`${receiver.url}/quick`)
  for (let n = 0; n < SUBSCRIPTIONS; n++) {
    await club.subscribe(`new-${n}@example.com`, [])
    await sleep((seconds * 1000) / SUBSCRIPTIONS)
  }
  const arrived = () => receiver.at('/quick').length
  await until('', () => arrived() === SUBSCRIPTIONS, PATIENCE_MS).catch(() => {})
  return arrived() === SUBSCRIPTIONS
    ? []
    : [`${arrived()} of ${SUBSCRIPTIONS} notifications of the neighbour arrived`]
}
