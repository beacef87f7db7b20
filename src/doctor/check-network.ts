import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../config.ts'
import { fail, ok, type Outcome, warn } from './check.ts'

const TIMEOUT_MS = 8000
const MAX_DRIFT_MS = 60_000
const DAY_MS = 86_400_000
const SOON_DAYS = 21

/** Checks if the service can be reached at its public address. */
export async function checkReach({ http }: Config): Promise<Outcome[]> {
  const { publicUrl, metricsToken } = http
  const advice = 'Is the service running, and does the proxy lead here?'
  const health = await get(`${publicUrl}/healthz`)
  if (health instanceof Error) return [fail(`${publicUrl} can't be reached: ${reasonOf(health)}`, advice)]
  const { statusLong } = (await health.json().catch(() => ({}))) as { statusLong?: string }
  if (health.status !== 200 || statusLong !== 'OK')
    return [fail(`${publicUrl}/healthz answers ${health.status}, and not as we would`, advice)]
  const outcomes = [
    ok(`${publicUrl} answers`),
    clockOf(health.headers.get('date')),
    await checkReady(publicUrl),
  ]
  outcomes.push(await checkFeedPath(publicUrl))
  const far = !/^http:\/\/(localhost|127\.|\[::1\])/.test(publicUrl)
  if (far && metricsToken === undefined) outcomes.push(await checkHidden(publicUrl))
  return outcomes
}

async function checkReady(publicUrl: string): Promise<Outcome> {
  const ready = await get(`${publicUrl}/readyz`)
  if (!(ready instanceof Error) && ready.status === 200) return ok('the service is ready')
  const { statusLong } =
    ready instanceof Error ? {} : ((await ready.json().catch(() => ({}))) as { statusLong?: string })
  return fail(`the service is not ready: ${statusLong ?? 'no answer'}`, 'See its log')
}

/** Polls a feed with an invalid token. Our own 404 shows that polls reach the service unchanged. */
async function checkFeedPath(publicUrl: string): Promise<Outcome> {
  const answer = await get(`${publicUrl}/feed/doctor/calendar.ics`)
  const advice = 'Let /feed/ and /calendar/ through as they are: calendar applications sign in nowhere'
  if (answer instanceof Error) return fail(`feeds can't be reached: ${reasonOf(answer)}`, advice)
  const ours = answer.status === 404 && answer.headers.has('x-request-id')
  return ours
    ? ok('links to feeds work')
    : fail(`a feed address answers ${answer.status}, and not as we would`, advice)
}

async function checkHidden(publicUrl: string): Promise<Outcome> {
  const answer = await get(`${publicUrl}/metrics`)
  if (answer instanceof Error || answer.status !== 200) return ok('the metrics are not public')
  return warn(
    'the metrics can be read at the public address',
    'Set FASTI_METRICS_TOKEN, or close it in the proxy',
  )
}

function clockOf(date: string | null): Outcome {
  const drift = date === null ? 0 : Math.abs(Date.parse(date) - Date.now())
  if (!(drift > MAX_DRIFT_MS)) return ok('its clock and ours agree')
  return warn(`its clock and ours are ${Math.round(drift / 1000)} s apart`, 'Keep both right by NTP')
}

/** Checks the expiry of the certificate at the public address. */
export async function checkCertificate({ http }: Config): Promise<Outcome[]> {
  const { protocol, hostname, port } = new URL(http.publicUrl)
  if (protocol !== 'https:') return []
  const until = await new Promise<number | Error>((done) => {
    const socket = connectTls({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      const { valid_to } = socket.getPeerCertificate()
      socket.end()
      done(Date.parse(valid_to))
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')))
    socket.once('error', done)
  })
  if (until instanceof Error)
    return [fail(`TLS fails: ${reasonOf(until)}`, 'Calendar applications refuse it too')]
  const days = Math.floor((until - Date.now()) / DAY_MS)
  const text = `the certificate is good for ${days} days`
  if (days < 0) return [fail(text, 'Renew it')]
  return [days < SOON_DAYS ? warn(text, 'Renew it soon') : ok(text)]
}

/** Checks that the mail server sends a greeting. Neither signs in nor sends anything. */
export async function checkMailServer({ mail }: Config): Promise<Outcome[]> {
  if (!mail.smtpUrl) return []
  const { protocol, hostname, port } = new URL(mail.smtpUrl)
  const secure = protocol === 'smtps:'
  const place = { host: hostname, port: Number(port || (secure ? 465 : 587)) }
  const reply = await new Promise<string>((done) => {
    const socket: Socket = secure ? connectTls({ ...place, servername: hostname }) : connect(place)
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no greeting in time')))
    socket.once('error', (error) => done(reasonOf(error)))
    socket.once('data', (greeting) => {
      done(greeting.toString('latin1').slice(0, 3))
      socket.end('QUIT\r\n')
    })
    socket.once('close', () => done('it hung up'))
  })
  const where = `the mail server ${place.host}:${place.port}`
  return [
    reply === '220' ? ok(`${where} greets`) : fail(`${where} does not greet: ${reply}`, 'Check SMTP_URL'),
  ]
}

async function get(url: string): Promise<Response | Error> {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    return error as Error
  }
}

/** The reason of a failed fetch is in the error's cause. */
function reasonOf(error: Error): string {
  const cause = error.cause as NodeJS.ErrnoException | undefined
  return (
    cause?.code ?? cause?.message ?? ((error as NodeJS.ErrnoException).code || error.message || 'no answer')
  )
}
