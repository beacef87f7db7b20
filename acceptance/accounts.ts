import { PROGRAMS } from './accounts/index.ts'
import type { Device, Program } from './accounts/program.ts'
import { compareWithRadicale } from './accounts/radicale.ts'
import { createClient } from './client.ts'
import { addDays, instantOf } from './clock.ts'
import { publishCalendar } from './match.ts'
import { checked, conclusion, headline, line, skipped } from './report.ts'
import { startService } from './service.ts'

const ZONE = 'Europe/London'
const EMAIL = 'fan@example.com'

/**
 * A CalDAV account in programs of others: each is set up from the host name, and must have the same events after each
 * step. What the service sends for each sync is counted.
 */
export async function showAccounts(): Promise<boolean> {
  headline('A CalDAV account, as programs of others have it')
  const service = await startService()
  line('service', `on ${service.database}`)
  const client = createClient(service.url, service.publisher)
  const [first, second] = [
    await publishCalendar(client, 'First team', 'first'),
    await publishCalendar(client, 'Second team', 'second'),
  ]
  const widget = `/w/${service.publisher.widgets[0]!.id}/subscribe`
  await client.call('POST', widget, {}, { email: EMAIL, calendarIds: [first, second] })
  const { data } = await client.call<{ data: { id: string } }>('GET', `/subscriber/${EMAIL}`)
  const add = (name: string, body: object, query: Record<string, string> = {}) =>
    client.call<{ eventId: string }>('POST', '/event', query, {
      name,
      location: 'City Ground',
      draft: 0,
      timezone: ZONE,
      ...body,
    })
  const day = (n: number) => addDays(new Date().toISOString().slice(0, 10), 10 + n)
  const at = (n: number, time: string) => ({
    startDate: day(n),
    endDate: day(n),
    startTime: time,
    endTime: '21:00',
  })
  const plan = new Map<string, { n: number; time: string; title: string }>()
  for (let n = 0; n < 100; n++) {
    const title = `Match ${n}`
    const { eventId } = await add(title, { calendarId: n % 2 ? first : second, ...at(n, '15:00') })
    plan.set(eventId, { n, time: '15:00', title })
  }
  const own = await add('Your seat', { type: 'private', ...at(3, '14:00') }, { svc_id: data.id })
  plan.set(own.eventId, { n: 3, time: '14:00', title: 'Your seat' })

  const device = async (name: string) => {
    const made = await client.call<{ data: Device }>('POST', `/subscriber/${data.id}/devices`, {}, { name })
    return made.data
  }
  const programs: (Program & { name: string })[] = []
  const missing: string[] = []
  for (const [name, { packages, open }] of Object.entries(PROGRAMS)) {
    const program = await open(service.url, await device(name))
    if (program) programs.push({ ...program, name })
    else {
      missing.push(name)
      skipped(name, packages)
    }
  }
  const wanted = () =>
    [...plan.values()].map(
      ({ n, time, title }) => `${title} at ${new Date(instantOf(ZONE, day(n), time)).toISOString()}`,
    )
  const check = async (step: string) => {
    for (const program of programs) {
      const has = await program.read((events) => differences(wanted(), events).length === 0)
      const wrong = differences(wanted(), has)
      checked(step, `${has.length} events in ${program.name}, ${program.octets()} octets`, wrong)
    }
  }
  await check('create')
  await check('nothing new')
  const ids = [...plan.keys()]
  await client.call('PUT', `/event/${ids[0]}`, {}, at(1, '17:00'))
  plan.set(ids[0]!, { n: 1, time: '17:00', title: 'Match 0' })
  await check('move')
  await client.call('PUT', `/event/${ids[1]}`, {}, { cancelled: 1 })
  plan.set(ids[1]!, { ...plan.get(ids[1]!)!, title: 'Cancelled: Match 1' })
  await check('cancel')
  await client.call('DELETE', `/event/${ids[2]}`)
  plan.delete(ids[2]!)
  await check('delete')
  for (const { name, write } of programs) {
    const refusal = await write?.()
    if (write) checked('write refused', `${name}: ${refusal}`, refusal ? [] : [`${name} could write`])
  }
  missing.push(...(await compareWithRadicale(service.url, await device('Radicale'))))
  headline('The person leaves')
  await client.call('POST', `/subscriber/${data.id}/unsubscribe`)
  for (const { name, read } of programs) {
    const says = (event: string) => event.includes('subscription ended')
    const has = await read((events) => events.length > 0 && events.every(says))
    const others = has.filter((event) => !says(event))
    const wrong = has.some(says) ? others : [`${name} does not say that the person left`]
    const summary = `${has.filter(says).length} of ${has.length} events in ${name} say so`
    checked('leave', summary, wrong)
  }
  headline('At the end')
  checked('service log', `${client.counts.calls} API calls in all`, await service.stop())
  return conclusion(missing)
}

function differences(wanted: string[], has: string[]): string[] {
  const lost = wanted.filter((event) => !has.includes(event)).map((event) => `lost: ${event}`)
  const extra = has.filter((event) => !wanted.includes(event)).map((event) => `not published: ${event}`)
  return [...lost, ...extra]
}
