import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import { smtpReceiver } from '../test/support/smtp-receiver.ts'
import { isInstalled } from './applications/application.ts'
import { look, type Reader, READERS } from './applications/reader.ts'
import { createClient } from './client.ts'
import { checkMail } from './mails.ts'
import { lastChange, publishMatch, startOn, subscribe, TIMES } from './match.ts'
import { startNginx } from './nginx.ts'
import { atEnd } from './processes.ts'
import { type Change, disagreements, type LagSums, readLagSums, recompute } from './recompute.ts'
import { checked, conclusion, headline, line, skipped } from './report.ts'
import { startService } from './service.ts'
import { type Person } from './world.ts'

const SECOND_MS = 1000
/** Minutes in which the other applications read the new time. Without, the first round might be earlier than they. */
const GRACE = 1
const GRACE_MS = GRACE * 60 * SECOND_MS
/** The service looks for due alerts every five seconds. */
const ROUND_MS = 5 * SECOND_MS
const MAIL_LIMIT_MS = 60 * SECOND_MS
const RULE = {
  ...{ calendarIds: null, kinds: ['moved'], leastMove: 0, withinHours: 336, grace: GRACE, quietHours: null },
  ...{ dailyCap: 20, askAbove: 500, channels: ['mail'], language: 'en', active: true },
}

type Fan = { person: Person; reader: Reader }

/**
 * Three people, each with an application. A match moves as often as there are applications, and each time another
 * one of them does not look: only its owner is told by mail.
 */
export async function showReach(): Promise<boolean> {
  headline('Who has a change, and who is told of it')
  if (!(await isInstalled('nginx', ['-v']))) {
    skipped('nginx', '--no-install-recommends nginx-light')
    return conclusion(['nginx'])
  }
  const receiver = await smtpReceiver()
  atEnd(() => receiver.close())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const service = await startService({ FASTI_URL: url, SMTP_URL: receiver.url })
  const nginx = await startNginx(port, service.url)
  line('service', `on ${service.database}, behind nginx`)
  const client = createClient(url, service.publisher)
  await client.call('POST', '/admin/api/alert-rules', {}, RULE)
  const { calendarId, eventId, day } = await publishMatch(client)
  const widget = `/w/${service.publisher.widgets[0]!.id}/subscribe`

  const fans: Fan[] = []
  const missing: string[] = []
  for (const [name, open] of Object.entries(READERS)) {
    const person = await subscribe(client, widget, `${name.toLowerCase()}@example.com`, calendarId)
    const reader = await open(person)
    if ('refresh' in reader) fans.push({ person, reader })
    else {
      skipped(name, reader.packages)
      missing.push(name)
    }
  }
  await check('have fetched', fans, startOn(day, 0))
  // Evolution asks twice when it is set up.
  const statuses = [...nginx.statuses().values()].map((each) => each.join(' '))
  const right = statuses.length === fans.length && statuses.every((each) => /^200( 304)*$/.test(each))
  checked('log of nginx', statuses.join(', '), right ? [] : ['a feed was not answered 200, then 304'])

  for (const [turn, waiting] of fans.entries()) {
    const [old, now] = [startOn(day, turn), startOn(day, turn + 1)]
    headline(
      `The match moves from ${TIMES[turn]} to ${TIMES[turn + 1]}, and ${waiting.reader.name} does not look`,
    )
    const lags = await readLagSums(service.url)
    await client.call('PUT', `/event/${eventId}`, {}, { startTime: TIMES[turn + 1] })
    const change = await lastChange(client)
    const due = Date.parse(change.at) + GRACE_MS
    const others = fans.filter((fan) => fan !== waiting)
    await check('look', others, now)
    const kept = (await waiting.reader.starts()).join()
    checked('does not look', `${waiting.reader.name} has ${kept}`, kept === old ? [] : [`not ${old}`])
    await compare(change, lags)
    const late = Date.now() > due ? ['the grace had ended: this machine is too slow'] : []
    checked('during the grace', `${alerts().length - turn} mails`, [...late, ...count(turn)])

    for (const deadline = due + MAIL_LIMIT_MS; alerts().length === turn && Date.now() < deadline;)
      await sleep(100)
    const after = ((Date.now() - due) / SECOND_MS).toFixed(1)
    checked('after the grace', `a mail ${after} s later, to ${sentTo(turn)}`, [
      ...count(turn + 1),
      ...(sentTo(turn) === waiting.person.email ? [] : [`not to ${waiting.person.email}`]),
    ])
    await checkMail(alerts()[turn]?.data ?? '', [TIMES[turn]!, TIMES[turn + 1]!])
    await check('looks', [waiting], now)
    await compare(change, lags)
  }
  headline('At the end')
  await sleep(2 * ROUND_MS + SECOND_MS)
  checked(
    'mails',
    `${alerts().length} about changes, ${receiver.mails.length - alerts().length} others`,
    count(fans.length),
  )
  const complaints = await service.stop()
  await nginx.stop()
  checked('service log', `${client.counts.calls} API calls in all`, complaints)
  return conclusion(missing)

  function count(wanted: number): string[] {
    return alerts().length === wanted ? [] : [`${alerts().length} mails, not ${wanted}`]
  }

  /** Other mails are the invitation of the owner, and what subscribers get with their link. */
  function alerts() {
    return receiver.mails.filter(({ data }) => /^List-Unsubscribe:/m.test(data))
  }

  function sentTo(index: number): string {
    return alerts()[index]?.to.join() ?? 'nobody'
  }

  async function compare(change: Change, lags: LagSums): Promise<void> {
    const ours = await recompute(nginx.log, change)
    const parts = [...ours.applications].map(([name, { reached, most }]) =>
      reached ? `${name} after ${most.toFixed(3)} s` : `${name} not`,
    )
    const summary = `${ours.people.reached} of ${ours.people.active} have it: ${parts.join(', ')}`
    checked('awk', summary, await disagreements(client, service.url, change, ours, lags))
  }
}

/** Makes applications look, all at the same time. `wanted`: the start that they must have then. */
async function check(name: string, fans: Fan[], wanted: string): Promise<void> {
  const shown = await Promise.all(fans.map(({ reader }) => look(reader, wanted)))
  const wrong = fans.flatMap(({ reader }, i) => {
    return shown[i] === wanted ? [] : [`${reader.name} has ${shown[i] || 'nothing'}, not ${wanted}`]
  })
  checked(name, `${fans.map(({ reader }) => reader.name).join(', ')}: ${wanted}`, wrong)
}
