import type { MailTransport } from './mailer.ts'

const CONNECTIONS = 2
const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

/** Sends mails to the server of an smtp:// or smtps:// address, over pooled connections. */
export function smtp(url: string): MailTransport {
  let opening: ReturnType<typeof open> | undefined
  return {
    async send(message, _links, signal) {
      const transport = await (opening ??= open(url))
      await transport.sendMail({ ...message, signal, disableFileAccess: true, disableUrlAccess: true })
    },
    close: () => void opening?.then((transport) => transport.close()).catch(() => {}),
  }
}

async function open(url: string) {
  // Most processes and commands never send a mail.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxRequeues: 1,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
}
