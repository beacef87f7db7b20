// A process of its own: opens connections of every hostile kind and keeps them open. Its argument is an `Attack`.
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/** The target, and the number of connections. Paths are as a request line has them. */
export interface Attack {
  port: number
  connections: number
  feeds: string[]
  /** A signed address that takes large bodies. */
  batch: string
}

/** A message that the crowd sends now and then. */
export interface CrowdReport {
  open: number
  /** True once each connection was opened. */
  complete: boolean
}

type Kind = (socket: Socket, n: number) => (() => void) | undefined

/** A closed connection opens again within this time, at random: all at once would come in waves. */
const AGAIN_MS = 10_000
const TICK_MS = 1000
/** Each slow connection moves once a tick, not all of them at the same moment. */
const SLICES = 10
/** So many begin each 50 ms until all have: what is shown is that they are held, not how fast they can come. */
const AT_ONCE = 25
const AHEAD = 20

const attack = JSON.parse(process.argv[2]!) as Attack
const HOST = 'Host: localhost\r\n'
const post = `POST ${attack.batch} HTTP/1.1\r\n${HOST}`
const bomb = gzipSync(Buffer.alloc(100_000_000))
const large = Buffer.alloc(10_000_000, 'x')
const LIES = [
  'Content-Length: 900000000000\r\n\r\n{}',
  'Content-Length: 2\r\n\r\n{}{}{}{}{}{}',
  'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\nFFFFFFF\r\n{}',
]

/** Shares in percent. Each kind acts once, and returns its action for each later second, if it has one. */
const KINDS: [share: number, kind: Kind][] = [
  [15, () => undefined],
  [43, (socket) => (socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`), undefined)],
  [14, (socket) => (socket.write('GET /healthz HTTP/1.1\r\n'), () => socket.write('X'))],
  [12, (socket) => (socket.write(`${post}Content-Length: 100000\r\n\r\n`), () => socket.write(' '))],
  [10, readSlowly],
  [3, (socket, n) => (socket.write(post + LIES[n % LIES.length]!), undefined)],
  [
    2,
    (socket) => (
      socket.write(`${post}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`),
      send(socket, bomb)
    ),
  ],
  [1, sendLarge],
]
const kinds = KINDS.flatMap(([share, kind]) => Array.from({ length: share }, () => kind))
const moves: Set<() => void>[] = Array.from({ length: SLICES }, () => new Set())
let open = 0

/** Asks for feeds that are large, many at once, and takes a byte of them each second. */
function readSlowly(socket: Socket, n: number) {
  socket.removeAllListeners('data')
  socket.pause()
  socket.write(`GET ${attack.feeds[n % attack.feeds.length]} HTTP/1.1\r\n${HOST}\r\n`.repeat(AHEAD))
  return () => void socket.read(1)
}

function sendLarge(socket: Socket, n: number) {
  if (n % 2) socket.write(`${post}Content-Length: ${large.length}\r\n\r\n`)
  else socket.write(`${post}Transfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n`)
  return send(socket, large)
}

function send(socket: Socket, body: Buffer): undefined {
  socket.write(body)
}

/** Opens connection `n`, and opens it again whenever it was closed. */
function trouble(n: number): void {
  const socket = connect({ port: attack.port, host: '127.0.0.1' })
  const slice = moves[n % SLICES]!
  let move: (() => void) | undefined
  let connected = false
  socket.on('error', () => {})
  socket.on('data', () => {})
  socket.once('connect', () => {
    open++
    connected = true
    // Neighbouring numbers get different kinds.
    move = kinds[(n * 37) % kinds.length]!(socket, n)
    if (move) slice.add(move)
  })
  socket.once('close', () => {
    if (connected) open--
    if (move) slice.delete(move)
    setTimeout(() => trouble(n), Math.random() * AGAIN_MS)
  })
}

let slice = 0
setInterval(() => moves[slice++ % SLICES]!.forEach((move) => move()), TICK_MS / SLICES)
let begun = 0
const opening = setInterval(() => {
  for (const end = Math.min(begun + AT_ONCE, attack.connections); begun < end; begun++) trouble(begun)
  if (begun === attack.connections) clearInterval(opening)
}, 50)
setInterval(() => process.send!({ open, complete: begun === attack.connections } satisfies CrowdReport), 200)
process.once('disconnect', () => process.exit())
