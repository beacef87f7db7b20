import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './figure.ts'

/** The requests to a server on this machine, and their duration. */
export interface Load {
  port: number
  /** The n-th request as octets, see `getRequest`; undefined: there are no more. */
  next: (n: number) => Buffer | undefined
  connections: number
  /** No request is sent after so many seconds; those under way are waited for. */
  seconds?: number
  /**
   * The requests of a second; as many as there can be if it is left out. A request that has to wait for a connection
   * counts from the time at which it was due.
   */
  perSecond?: number
  /** Any other status is an error. */
  statuses: number[]
}

export interface Run {
  perSecond: number
  /** Milliseconds that 99 of 100 answers came within. */
  p99: number
  answers: number
}

/** The octets of a GET request. */
export function getRequest(path: string, headers: Record<string, string> = {}): Buffer {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
}

/** The octets of a request with a body. */
export function bodyRequest(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
): Buffer {
  const all = { host: '127.0.0.1', ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'))
}

/**
 * Sends requests on some connections, on each the next one when the last is answered whole. It reads no more of
 * an answer than its status and length: the less the client has to do, the less of the server it hides.
 */
export async function load({
  port,
  next,
  connections,
  seconds = Infinity,
  perSecond,
  statuses,
}: Load): Promise<Run> {
  const times: number[] = []
  const started = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      using line = openLine(port)
      while (performance.now() - started < seconds * 1000) {
        const number = sent++
        const due = perSecond === undefined ? undefined : started + (number * 1000) / perSecond
        if (due !== undefined) await sleep(Math.max(0, due - performance.now()))
        const request = next(number)
        if (!request) break
        const from = due ?? performance.now()
        const status = await line.ask(request)
        if (!statuses.includes(status)) throw new Error(`an answer ${status}, not ${statuses.join(' or ')}`)
        times.push(performance.now() - from)
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  return { perSecond: times.length / elapsed, p99: quantile(times, 0.99), answers: times.length }
}

interface Line extends Disposable {
  /** Answers the status. */
  ask(request: Buffer): Promise<number>
}

/** One connection, opened anew when the server closes it after an answer. */
function openLine(port: number): Line {
  let socket: Socket | undefined
  let head: Buffer = Buffer.alloc(0)
  let answer: ReturnType<typeof readHead> | undefined
  let done: (status: number) => void
  let failed: (error: Error) => void

  function onData(chunk: Buffer): void {
    if (answer) answer.missing -= chunk.length
    else {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      answer = readHead(text)
      // To throw here would end the process: nobody called.
      if (Number.isNaN(answer.missing))
        return failed(new Error(`an answer without length: ${text.slice(0, 100)}`))
      answer.missing -= head.length - end - 4
      head = Buffer.alloc(0)
    }
    if (answer.missing > 0) return
    const { status, close } = answer
    answer = undefined
    if (close) socket = void socket?.destroy()
    done(status)
  }

  function open(): Socket {
    const opened = connect(port, '127.0.0.1').setNoDelay().on('data', onData)
    opened.on('error', (error) => failed(error))
    opened.on('close', () => opened === socket && failed(new Error('the server closed a connection')))
    return opened
  }

  return {
    ask(request) {
      return new Promise((resolve, reject) => {
        ;[done, failed] = [resolve, reject]
        socket ??= open()
        socket.write(request)
      })
    },
    [Symbol.dispose]() {
      const last = socket
      socket = undefined
      last?.destroy()
    },
  }
}

/** `missing`: octets of the body that are still to come, NaN where nobody says how many. */
function readHead(head: string) {
  const status = Number(head.slice(9, 12))
  const missing = status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
  const close = head.startsWith('HTTP/1.0') || /\r\nconnection: *close/i.test(head)
  return { status, missing, close }
}
