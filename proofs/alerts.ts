import { setTimeout as sleep } from 'node:timers/promises'
import { workFolder } from '../bench/work-folder.ts'
import { freePort } from '../test/support/free-port.ts'
import { commandLinePublisher, launchService } from '../test/support/launch-service.ts'
import { type SmtpReceiver, smtpReceiver } from '../test/support/smtp-receiver.ts'
import { expectOk, send, type TestPublisher } from '../test/support/test-publisher.ts'
import { isSettled, MOST_ROUNDS, tellThrough } from './alerts-scenario.ts'
import { fakeTime } from './fake-time.ts'
import { inLanes, type Options, type Outcome, type Proof } from './proof.ts'

const LANES = 2
const MINUTE_MS = 60_000
/** Reads of feeds are stored every two seconds, alerts are looked at every five. */
const FLUSHED_MS = 2500
const LOOKED_MS = 5500

const RULE = {
  ...{ calendarIds: null, kinds: ['moved', 'place', 'calledOff', 'onAgain'], leastMove: 0, withinHours: 336 },
  ...{
    grace: 0,
    quietHours: null,
    dailyCap: 20,
    askAbove: 500,
    channels: ['mail'],
    language: 'en',
    active: true,
  },
}

/** The service is killed, its clock moves and its mail server fails while it tells subscribers of changes. */
export const alerts: Proof = {
  promise: 'whoever has an outdated time is told of the change, nobody else, and nobody twice',
  times: 200,
  run: (options) => inLanes(options, LANES, tellAndKill),
}

/** `times`: kills, about. */
async function tellAndKill({ times, progress }: Options): Promise<Outcome> {
  let kills = 0
  const outcomes: Outcome[] = []
  while (kills < times) {
    const season = await oneSeason(times - kills, progress)
    kills += season.kills
    outcomes.push(season.outcome)
  }
  const sum = (name: string) => outcomes.reduce((total, { figures }) => total + Number(figures[name]), 0)
  const figures = { kills, rounds: sum('rounds'), told: sum('told'), 'mails repeated': sum('mails repeated') }
  return { figures, broken: outcomes.flatMap(({ broken }) => broken) }
}

async function oneSeason(atMost: number, progress: Options['progress']) {
  using folder = workFolder()
  const fault: { answer?: (command: string) => string | null | undefined; breaksOff?: () => boolean } = {}
  const receiver: SmtpReceiver = await smtpReceiver({
    answer: (command) => fault.answer?.(command),
    breaksOff: () => fault.breaksOff?.() ?? false,
  })
  const { env, pass, now } = fakeTime(folder.path)
  const settings = {
    ...{ FASTI_DATA: folder.path, FASTI_TRUST_PROXY: '1', FASTI_BATCH_INTERVAL_MS: '0' },
    ...{ SMTP_URL: receiver.url, FASTI_MAILS_PER_SECOND: '1000', PORT: `${await freePort()}` },
  }
  let service = await launchService({ ...settings, ...env }).listening
  let kills = 0
  async function kill() {
    kills++
    await service.kill()
    service = await launchService({ ...settings, ...env }).listening
  }
  try {
    const club = await commandLinePublisher(settings, service.url)
    expectOk(await club.post('/admin/api/alert-rules', RULE))
    const outcome = await tellThrough(
      {
        club,
        subscribe: (email, calendarIds) => subscribeVouched(club, email, calendarIds),
        async read(feedUrl, userAgent) {
          const { status } = await send(feedUrl, { headers: { 'user-agent': userAgent } })
          if (status !== 200) throw new Error(`a feed was answered ${status}`)
        },
        flush: () => sleep(FLUSHED_MS),
        async settle() {
          Object.assign(fault, pickFault())
          for (let i = Math.floor(Math.random() * 5); i > 0; i--) {
            await sleep(Math.random() * LOOKED_MS)
            await kill()
          }
          if (Math.random() < 0.3) pass(-20 * MINUTE_MS)
          delete fault.answer
          delete fault.breaksOff
          do {
            pass(31 * MINUTE_MS)
            await sleep(2 * LOOKED_MS)
          } while (!(await isSettled(club)))
        },
        now,
        pass,
        mails: receiver.mails,
      },
      { times: Math.min(MOST_ROUNDS, Math.ceil(atMost / 2)), progress },
    )
    return { kills, outcome }
  } finally {
    await service.kill()
    await receiver.close()
  }
}

/** The publisher vouches for the address, so that it counts as proved. Returns the address of the feed. */
async function subscribeVouched(club: TestPublisher, email: string, calendarIds: string[]): Promise<string> {
  const body = JSON.stringify({ email, calendarIds })
  const { search } = new URL(club.signedUrl('/subscribe', body))
  const answer = await send(`${club.url}/w/${club.widgetId}/subscribe${search}`, { method: 'POST', body })
  const { httpsCalUrl } = expectOk(answer).calendarUrl as { httpsCalUrl: string }
  return club.url + new URL(httpsCalUrl).pathname
}

/** Picks a fault of a mail server: it refuses for now, hangs, or breaks off after it has taken a mail. */
function pickFault() {
  const at = (verb: string, says: string | null) => ({
    answer: (command: string) => (command.startsWith(verb) ? says : undefined),
  })
  const sometimes = () => Math.random() < 0.5
  const faults = [
    {},
    at('RCPT', '451 4.7.1 try later'),
    at('MAIL', '421 4.3.2 closing'),
    at('DATA', '452 4.3.1 full'),
    at('RCPT', null),
    { breaksOff: sometimes },
    {
      answer: (command: string) => (sometimes() && command.startsWith('RCPT') ? '450 4.2.0 busy' : undefined),
    },
  ]
  return faults[Math.floor(Math.random() * faults.length)]!
}
