import type { Logger } from 'pino'
import type { MailConfig } from '../config.ts'
import { emlFiles } from './eml-files.ts'
import { type Mail, oneLine, withoutAddresses, withoutControls } from './mail.ts'
import { smtp } from './smtp.ts'

/**
 * `refused`: the server refused the address for good (5yz, RFC 5321 section 4.2.1). `later`: it did not take this mail
 * now. `away`: it takes no mails at all.
 */
export type MailResult = 'sent' | 'refused' | 'later' | 'away'

/** Sends mails. */
export interface Mailer {
  /**
   * Sends the mail that `make` returns, if any, in the background. A failed mail is logged and not retried: the person
   * asks for another one.
   */
  post(make: () => Promise<Mail | undefined>): void
  /** Sends a mail, and reports what became of it: for senders that try again. */
  deliver(mail: Mail): Promise<MailResult>
  /** Refuses further mails, and waits for those in progress. */
  close(): Promise<void>
}

/** A mail with its sender and headers. */
export interface Message {
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  messageId?: string
}

/** Sends mails by SMTP or to files. */
export interface MailTransport {
  /** Fails if the signal is aborted before the mail is sent. */
  send(message: Message, links: string[], signal: AbortSignal): Promise<void>
  close(): void
}

/**
 * Mails that are made and sent at once in the background; further ones wait in memory. Each takes a connection to the
 * database for a moment, which requests of a crowd need too.
 */
const MOST_AT_ONCE = 4
/** Mails in progress have this long to finish at the end. */
const GRACE_MS = 5000

export function createMailer(config: MailConfig, log: Logger, now: () => number): Mailer {
  const outlet = config.smtpUrl ? smtp(config.smtpUrl) : emlFiles(config.folder, log, now)
  const inProgress = new Set<Promise<void>>()
  const waiting: (() => void)[] = []
  let free = MOST_AT_ONCE
  const cancelled = new AbortController()
  let closed = false

  async function send(make: () => Promise<Mail | undefined>): Promise<void> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      const mail = await make()
      if (mail) await outlet.send(messageOf(mail, config), mail.links, cancelled.signal)
    } catch (error) {
      log.error(loggableError(error), 'mail not sent')
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }

  return {
    post(make) {
      if (closed) return
      const sent = send(make).finally(() => inProgress.delete(sent))
      inProgress.add(sent)
    },
    async deliver(mail) {
      if (closed) return 'away'
      const sent = outlet
        .send(messageOf(mail, config), mail.links, cancelled.signal)
        .then((): MailResult => 'sent')
        .catch((error: unknown) => {
          log.warn(loggableError(error), 'mail not sent, trying again where that helps')
          return resultOf(error)
        })
      const settled = sent.then(() => void inProgress.delete(settled))
      inProgress.add(settled)
      return sent
    },
    async close() {
      closed = true
      const deadline = setTimeout(() => cancelled.abort(), GRACE_MS)
      await Promise.all(inProgress)
      clearTimeout(deadline)
      outlet.close()
    },
  }
}

/** A name of a header, RFC 5322, 2.2. */
const HEADER = /^[!-9;-~]+$/

function messageOf(mail: Mail, { from }: MailConfig): Message {
  const headers = Object.entries(mail.headers ?? {})
    .filter(([name]) => HEADER.test(name))
    // Not cut like a subject: half a link does not work.
    .map(([name, value]) => [name, withoutControls(value)] as const)
  return {
    from: { name: from.name ?? `${oneLine(mail.publisher)} via Fasti`, address: from.address },
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: { ...Object.fromEntries(headers), 'Auto-Submitted': 'auto-generated' },
    ...(mail.messageId ? { messageId: oneLine(mail.messageId) } : {}),
  }
}

function resultOf(error: unknown): MailResult {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  const aboutMail = /^(RCPT|DATA)/.test(command)
  if (!aboutMail) return 'away'
  return responseCode >= 500 ? 'refused' : 'later'
}

/** The error without the recipient: servers repeat the address in their replies. */
function loggableError(error: unknown) {
  const { message, code, responseCode, command } = error as Error & {
    code?: string
    responseCode?: number
    command?: string
  }
  return { code, responseCode, command: command?.split(' ')[0], reason: withoutAddresses(message) }
}
