import type { Logger } from 'pino'
import type { MailConfig } from '../config.ts'
import { emlFiles } from './eml-files.ts'
import { type Mail, oneLine, withoutAddresses } from './mail.ts'
import { smtp } from './smtp.ts'

/** Sends mails, without anybody waiting for it. What fails is logged and given up: whoever needs the mail asks again. */
export interface Mailer {
  /** Makes a mail, or finds that there is none to send, and sends it. */
  post(make: () => Promise<Mail | undefined>): void
  /** Takes no more, and waits for what is under way. */
  close(): Promise<void>
}

/** A mail with its sender, ready to be handed over. */
export interface Message {
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** A way out for mails. */
export interface Outlet {
  /** Fails when the signal fires before the mail is handed over. */
  send(message: Message, links: string[], signal: AbortSignal): Promise<void>
  close(): void
}

/** What is under way gets this long to finish at the end. */
const GRACE_MS = 5000

export function createMailer(config: MailConfig, log: Logger, now: () => number): Mailer {
  const outlet = config.smtpUrl ? smtp(config.smtpUrl) : emlFiles(config.folder, log, now)
  const underWay = new Set<Promise<void>>()
  const givenUp = new AbortController()
  let closed = false

  async function send(make: () => Promise<Mail | undefined>): Promise<void> {
    try {
      const mail = await make()
      if (mail) await outlet.send(messageOf(mail, config), mail.links, givenUp.signal)
    } catch (error) {
      log.error(faultOf(error), 'mail not sent')
    }
  }

  return {
    post(make) {
      if (closed) return
      const sent = send(make).finally(() => underWay.delete(sent))
      underWay.add(sent)
    },
    async close() {
      closed = true
      const deadline = setTimeout(() => givenUp.abort(), GRACE_MS)
      await Promise.all(underWay)
      clearTimeout(deadline)
      outlet.close()
    },
  }
}

function messageOf(mail: Mail, { from }: MailConfig): Message {
  return {
    from: { name: from.name ?? `${oneLine(mail.publisher)} via Fasti`, address: from.address },
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** What went wrong, without whom it was for: servers repeat the address in their answers. */
function faultOf(error: unknown) {
  const { message, code, responseCode, command } = error as Error & {
    code?: string
    responseCode?: number
    command?: string
  }
  return { code, responseCode, command: command?.split(' ')[0], reason: withoutAddresses(message) }
}
