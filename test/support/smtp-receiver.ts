import { createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body as they came, dots unstuffed. */
  data: string
}

export interface SmtpReceiver {
  url: string
  mails: ReceivedMail[]
  /** Every line clients sent outside of mails. */
  commands: string[]
  /** Connections so far. */
  connections: number
  close(): Promise<void>
}

interface Behaviour {
  /** Answers a command in place of the usual; undefined: as usual; null: not at all. */
  answer?: (command: string) => string | null | undefined
  /** True: the connection breaks off once a mail is taken, before the answer. */
  breaksOff?: () => boolean
  /** Says nothing at all. */
  silent?: boolean
  /** Waits so long with the answer to a mail. */
  delayMs?: number
}

/** A mail server that keeps what it gets. */
export async function smtpReceiver({
  answer,
  breaksOff,
  silent,
  delayMs = 0,
}: Behaviour = {}): Promise<SmtpReceiver> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    receiver.connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    if (!silent) converse(socket)
  })
  const receiver: SmtpReceiver = {
    url: '',
    mails: [],
    commands: [],
    connections: 0,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        for (const socket of sockets) socket.destroy()
      }),
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  receiver.url = `smtp://127.0.0.1:${(server.address() as { port: number }).port}`
  return receiver

  function converse(socket: Socket): void {
    let pending = ''
    let inMail = false
    let mail: ReceivedMail = { from: '', to: [], data: '' }
    const say = (line: string) => void socket.write(`${line}\r\n`)
    say('220 receiver.test ESMTP')
    socket.setEncoding('utf8').on('data', (text: string) => {
      pending += text
      for (;;) {
        const end = pending.indexOf(inMail ? '\r\n.\r\n' : '\r\n')
        if (end === -1) return
        const part = pending.slice(0, end)
        pending = pending.slice(end + (inMail ? 5 : 2))
        if (inMail) take(part)
        else obey(part)
      }
    })

    function take(part: string): void {
      inMail = false
      receiver.mails.push({ ...mail, data: part.replace(/^\.\./gm, '.') })
      mail = { from: '', to: [], data: '' }
      if (breaksOff?.()) return void socket.destroy()
      setTimeout(() => say('250 kept'), delayMs)
    }

    function obey(line: string): void {
      receiver.commands.push(line)
      const other = answer?.(line)
      if (other === null) return
      if (other !== undefined) return say(other)
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'MAIL') mail.from = /<(.*?)>/.exec(line)![1]!
      if (verb === 'RCPT') mail.to.push(/<(.*?)>/.exec(line)![1]!)
      if (verb === 'DATA') inMail = true
      say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 receiver.test')
      if (verb === 'QUIT') socket.end()
    }
  }
}

/** Headers by lower-case name, unfolded, and the decoded parts, by type. */
export function readMail(text: string): { headers: Record<string, string>; parts: Record<string, string> } {
  const { headers, body } = split(text)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1) : [text]
  const decoded = parts.map((part) => {
    const inner = split(part.replace(/^\r\n/, ''))
    const type = /^[\w/]+/.exec(inner.headers['content-type'] ?? '')?.[0] ?? ''
    return [
      type,
      decode(inner.body, inner.headers['content-transfer-encoding'] ?? '7bit').replaceAll('\r\n', '\n'),
    ] as const
  })
  return { headers, parts: Object.fromEntries(decoded) }
}

function split(text: string) {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const
  })
  return { headers: Object.fromEntries(pairs), body: text.slice(end + 4) }
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** RFC 2047. */
function decodeWords(value: string): string {
  return value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? decode(text, 'base64')
        : decode(text.replace(/_/g, ' '), 'quoted-printable'),
    )
}
