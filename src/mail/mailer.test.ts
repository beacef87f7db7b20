import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { CITY } from '../../test/support/alerted-events.ts'
import { readMail, type SmtpReceiver, smtpReceiver } from '../../test/support/smtp-receiver.ts'
import type { MailConfig } from '../config.ts'
import { type Mail, oneLine, withoutAddresses } from './mail.ts'
import { createMailer } from './mailer.ts'
import { linkMail } from './messages.ts'

const LINK = 'https://fasti.test/manage/abc-_'
const open: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function receiverOf(...args: Parameters<typeof smtpReceiver>): Promise<SmtpReceiver> {
  const receiver = await smtpReceiver(...args)
  open.push(() => receiver.close())
  return receiver
}

function mailerTo(smtpUrl: string | undefined, over: Partial<MailConfig> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'fasti-mail-'))
  open.push(() => rmSync(folder, { recursive: true }))
  const log: string[] = []
  const logger = pino({ level: 'info' }, { write: (line) => void log.push(line) })
  const from = { name: undefined, address: 'no-reply@fasti.test' }
  const config = { smtpUrl, folder: path.join(folder, 'mail'), from, perSecond: 10, ...over }
  const mailer = createMailer(config, logger, () => Date.parse('2027-03-01T12:00:00Z'))
  return { mailer, log, folder: config.folder }
}

const toFan = (over: Partial<Mail> = {}) =>
  Promise.resolve({ ...linkMail('fan@example.com', CITY, LINK, 'en'), ...over })

describe('mails over SMTP', () => {
  it('have sender, subject, text and HTML', async () => {
    const receiver = await receiverOf()
    const { mailer, log } = mailerTo(receiver.url)
    mailer.post(() => toFan())
    await mailer.close()
    expect(receiver.mails).toMatchObject([{ from: 'no-reply@fasti.test', to: ['fan@example.com'] }])
    const { headers, parts } = readMail(receiver.mails[0]!.data)
    expect(headers).toMatchObject({
      from: 'City Rugby via Fasti <no-reply@fasti.test>',
      to: 'fan@example.com',
      subject: expect.stringContaining('City Rugby'),
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/@fasti\.test>$/),
      'mime-version': '1.0',
    })
    expect(parts['text/plain']).toContain(`\n${LINK}\n`)
    expect(parts['text/html']).toContain(`href="${LINK}"`)
    expect(log).toEqual([])
  })

  it('carry the sender of the settings', async () => {
    const receiver = await receiverOf()
    const from = { name: 'Grüße, "Fasti"', address: 'calendars@example.org' }
    const { mailer } = mailerTo(receiver.url, { from })
    mailer.post(() => toFan())
    await mailer.close()
    expect(receiver.mails[0]!.from).toBe(from.address)
    expect(readMail(receiver.mails[0]!.data).headers.from).toMatch(/^"?Grüße.* <calendars@example\.org>$/)
  })

  it('are safe from names that try to add a header or a command', async () => {
    const receiver = await receiverOf()
    const { mailer } = mailerTo(receiver.url)
    for (const evil of [
      '\r\nBcc: evil@example.com\r\n\r\nHello',
      '\nX-Evil: 1',
      '" <evil@example.com>, "',
      '\u2028X-Evil: 1',
    ]) {
      mailer.post(() =>
        Promise.resolve(linkMail('fan@example.com', { ...CITY, name: `City${evil}` }, LINK, 'en')),
      )
    }
    await mailer.close()
    expect(receiver.mails).toHaveLength(4)
    for (const { from, to, data } of receiver.mails) {
      expect([from, to]).toEqual(['no-reply@fasti.test', ['fan@example.com']])
      const { headers } = readMail(data)
      expect(Object.keys(headers)).not.toContain('bcc')
      expect(Object.keys(headers)).not.toContain('x-evil')
      expect(headers.from).toMatch(/<no-reply@fasti\.test>$/)
    }
  })

  it.each(['a,b@example.com', 'a;b@example.com', '(x)a@example.com', 'über@example.com'])(
    'to %s go there or nowhere',
    async (to) => {
      const receiver = await receiverOf()
      const { mailer } = mailerTo(receiver.url)
      mailer.post(() => toFan({ to }))
      await mailer.close()
      const given = receiver.commands.filter((line) => line.startsWith('RCPT'))
      expect(
        given.every(
          (line) =>
            line.startsWith(`RCPT TO:<${to}>`) || line.includes(`<"${to.split('@')[0]}"@example.com>`),
        ),
      ).toBe(true)
    },
  )

  it('have the message id and the headers given, whole and in one line each', async () => {
    const receiver = await receiverOf()
    const { mailer } = mailerTo(receiver.url)
    const off = `<https://fasti.test/alerts/${'x'.repeat(900)}>`
    const headers = {
      'List-Unsubscribe': off,
      'X-Note': 'a\r\nBcc: evil@example.com\r\n\r\nb',
      'X-Evil: 1\r\nBcc': 'evil@example.com',
      'Auto-Submitted': 'no',
    }
    mailer.post(() => toFan({ messageId: '<alert-1.2@fasti.test>', headers }))
    mailer.post(() => toFan({ messageId: '<a@b>\r\nBcc: evil@example.com', headers: {} }))
    await mailer.close()
    const [first, second] = receiver.mails.map(({ data }) => readMail(data).headers)
    expect(first).toMatchObject({
      'message-id': '<alert-1.2@fasti.test>',
      'list-unsubscribe': off,
      'auto-submitted': 'auto-generated',
      'x-note': 'a Bcc: evil@example.com b',
    })
    for (const names of [first!, second!].map(Object.keys)) {
      expect(names).not.toContain('bcc')
      expect(names).not.toContain('x-evil')
    }
  })

  it('escape the publisher’s name', async () => {
    const receiver = await receiverOf()
    const { mailer } = mailerTo(receiver.url)
    const brand = { ...CITY, name: '<script>alert(1)</script>$&' }
    mailer.post(() => Promise.resolve(linkMail('fan@example.com', brand, LINK, 'en')))
    await mailer.close()
    const { parts } = readMail(receiver.mails[0]!.data)
    expect(parts['text/html']).not.toContain('<script>')
    expect(parts['text/plain']).toContain('<script>alert(1)</script>$&')
  })

  it('share connections, and are all sent before it closes', async () => {
    const receiver = await receiverOf({ delayMs: 20 })
    const { mailer } = mailerTo(receiver.url)
    for (let i = 0; i < 20; i++) mailer.post(() => toFan({ to: `fan-${i}@example.com` }))
    await mailer.close()
    expect(receiver.mails).toHaveLength(20)
    expect(receiver.connections).toBeLessThanOrEqual(2)
    mailer.post(() => toFan())
    expect(receiver.mails).toHaveLength(20)
  })

  it.each([
    [
      'a refused address',
      (line: string) =>
        line.startsWith('RCPT') ? '550 5.1.1 <fan@example.com>: fan@example.com unknown' : undefined,
    ],
    [
      'a server that is full',
      (line: string) => (line.startsWith('MAIL') ? '452 4.3.1 full, no-reply@fasti.test' : undefined),
    ],
  ])('fail by %s into one line of the log, without the address', async (_, answer) => {
    const receiver = await receiverOf({ answer })
    const { mailer, log } = mailerTo(receiver.url)
    mailer.post(() => toFan())
    await mailer.close()
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, msg: 'mail not sent', code: 'EENVELOPE', responseCode: expect.any(Number) },
    ])
    expect(log.join()).not.toMatch(/fan@|no-reply@|manage|City/)
  })

  it('log an error if there is no server, or the mail can’t be made', async () => {
    const receiver = await receiverOf()
    await receiver.close()
    const { mailer, log } = mailerTo(receiver.url.replace('//', '//user:geheim@'))
    mailer.post(() => toFan())
    mailer.post(() => Promise.reject(new Error('database of fan@example.com is gone')))
    mailer.post(() => Promise.resolve(undefined))
    await mailer.close()
    expect(log).toHaveLength(2)
    expect(log.join()).toMatch(/ESOCKET|ECONNREFUSED/)
    expect(log.join()).not.toMatch(/geheim|fan@/)
  })

  it('don’t delay the end if the server does not respond', async () => {
    const receiver = await receiverOf({ silent: true })
    const { mailer, log } = mailerTo(receiver.url)
    mailer.post(() => toFan())
    await mailer.close()
    expect(log.join()).toContain('EABORT')
  })
})

describe('mails without a server', () => {
  it('are files with permissions 0600, and their links are in the log', async () => {
    const { mailer, log, folder } = mailerTo(undefined)
    mailer.post(() => toFan())
    mailer.post(() => toFan())
    await mailer.close()
    const files = readdirSync(folder)
    expect(files).toHaveLength(2)
    for (const name of files) {
      expect(name).toMatch(/^2027-03-01-[0-9a-f]{24}\.eml$/)
      expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600)
      const { headers, parts } = readMail(readFileSync(path.join(folder, name), 'utf8'))
      expect(headers).toMatchObject({ to: 'fan@example.com', from: expect.stringContaining('City Rugby') })
      expect(parts['text/plain']).toContain(LINK)
    }
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { level: 30, links: [LINK] },
      { level: 30, links: [LINK] },
    ])
    expect(log.join()).not.toContain('fan@example.com')
  })

  it('log an error if the folder can’t be written', async () => {
    const { mailer, log, folder } = mailerTo(undefined)
    writeFileSync(folder, 'in the way')
    mailer.post(() => toFan())
    await mailer.close()
    expect(log.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, code: 'ENOTDIR' }])
  })

  it('are not written beside a disk that is gone, and are written when it is back', async () => {
    const { mailer, log, folder } = mailerTo(undefined)
    const [data, away] = [path.dirname(folder), `${path.dirname(folder)}-away`]
    renameSync(data, away)
    expect(await mailer.deliver(await toFan())).toBe('away')
    expect(existsSync(data)).toBe(false)
    expect(log.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, code: 'ENOENT' }])
    renameSync(away, data)
    expect(await mailer.deliver(await toFan())).toBe('sent')
    expect(readdirSync(folder)).toHaveLength(1)
  })
})

describe('texts of mails', () => {
  it('become one line', () => {
    expect(oneLine(' a\r\n\tb\u0000c\u2029 ')).toBe('a b c')
    expect(oneLine('🏉'.repeat(300))).toBe('🏉'.repeat(200))
    expect(oneLine('x\ud800')).toBe('x\ufffd')
  })

  it('are logged without addresses', () => {
    expect(withoutAddresses('550 <a.b+c@example.com> and "x@y.z", über@exämple.com')).toBe(
      '550 <…@…> and "…@…", …@…',
    )
  })
})
