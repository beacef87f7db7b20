import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSettled, tellThrough } from '../../proofs/alerts-scenario.ts'
import { alertsOf, confirmedFan, createRule, read } from '../support/alerts.ts'
import { DATABASES } from '../support/databases.ts'
import { type SmtpReceiver, smtpReceiver } from '../support/smtp-receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import { BEHIND_PROXY } from '../support/users.ts'

const MINUTE = 60_000
/** Faults of a mail server, by what they answer to which command. */
const FAULTS = [
  (command: string) => (command.startsWith('RCPT') ? '451 4.7.1 try later' : undefined),
  (command: string) => (command.startsWith('MAIL') ? '421 4.3.2 closing' : undefined),
  (command: string) => (command.startsWith('DATA') ? '452 4.3.1 full' : undefined),
]

describe.each(DATABASES)('random histories of changes and reads on %s', (kind) => {
  let now = Date.parse('2027-03-01T12:00:00Z')
  let faults = 0
  let receiver: SmtpReceiver
  beforeAll(async () => {
    receiver = await smtpReceiver({
      answer: (command) => (faults > 0 ? FAULTS[faults % FAULTS.length]!(command) : undefined),
      breaksOff: () => faults > 0,
    })
  })
  afterAll(() => receiver.close())
  const app = useTestApp(kind, {
    ...BEHIND_PROXY,
    now: () => now,
    config: (config) => ({
      ...BEHIND_PROXY.config(config),
      mail: {
        ...config.mail,
        perSecond: 1000,
        get smtpUrl() {
          return receiver.url
        },
      },
    }),
  })

  it('tell whoever has to be told, nobody else, and nobody twice', async () => {
    const club = await app.publisher()
    await createRule(club, { channels: ['mail'] })
    const [one, other] = [alertsOf(app), alertsOf(app)]
    const outcome = await tellThrough(
      {
        club,
        subscribe: async (email, calendarIds) => (await confirmedFan(app, club, email, calendarIds)).feedUrl,
        read: (feedUrl, userAgent) => read(app, feedUrl, userAgent),
        flush: () => Promise.resolve(),
        async settle() {
          faults = Math.floor(Math.random() * 4)
          await Promise.all([one(), other()])
          for (; faults > 0; faults--) {
            now += 5 * MINUTE
            await Promise.all([one(), other()])
          }
          do {
            now += 11 * MINUTE
            await Promise.all([one(), other()])
          } while (!(await isSettled(club)))
        },
        now: () => now,
        pass: (ms) => void (now += ms),
        mails: receiver.mails,
      },
      { times: 15, progress: () => {} },
    )
    expect(outcome.broken).toEqual([])
    expect(outcome.figures.told).toBeGreaterThan(15)
  })
})
