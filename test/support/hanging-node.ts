import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { judge, type Judgement, publishersOf } from './judge-statement.ts'
import { pretendCitus } from './spread-database.ts'

/** Nodes by the remainder of a publisher's number. */
const NODES = 2
const ALL = -1
/** Statements that meet no table. */
const CONTROL = /^\s*(begin|commit|rollback|set|show|savepoint|release|start transaction)\b/i
/** Writes to a table that is whole on every node. */
const EVERYWHERE = /^\s*(insert into|update|delete from)\s+"?(directory|service)"?/i
const CANCEL_CODE = 80_877_102

/** A PostgreSQL behind a proxy, to which a process connects as to the coordinator of Citus. */
export interface SpreadProxy {
  /** The address of the database, through the proxy. */
  url: string
  /** From now on sessions that send a statement for the node get no answer. */
  hang(node: number): void
  /** The sessions go on where they were held. */
  mend(): void
  /** Sessions that are held now. */
  held(): number
  /** Sessions that PostgreSQL has through the proxy. */
  sessions(): number
  close(): Promise<void>
}

/** Returns the node that has a publisher's rows. */
export function nodeOf(publisherId: number): number {
  return publisherId % NODES
}

/**
 * Stands in for a Citus of two nodes, publishers with even numbers on one, those with odd numbers on the other. What a
 * statement meets is read from PostgreSQL's own plan, as by Citus. A session that sends a statement for a node that
 * hangs, or for all nodes, is held from there on, as the coordinator's own process is: it takes nothing further, and
 * neither a request to cancel nor the end of the connection frees it. All other statements pass unchanged.
 */
export async function spreadOverProxy(adminUrl: string): Promise<SpreadProxy> {
  const target = new URL(adminUrl)
  const planner = new pg.Client(adminUrl)
  await planner.connect()
  await pretendCitus(planner)
  await planner.query(`select create_distributed_table('publisher', 'publisher_id')`)
  const judged = new Map<string, Promise<Judgement>>()
  let hanging: number | undefined
  const waiting: (() => void)[] = []
  const sockets = new Set<Socket>()
  let sessions = 0
  let planning: Promise<unknown> = Promise.resolve()

  /** One statement at a time: it is prepared by one name. */
  function judgeOnce(text: string): Promise<Judgement> {
    let known = judged.get(text)
    if (!known) {
      known = planning.then(() => judge(planner, text))
      planning = known.catch(() => {})
      judged.set(text, known)
    }
    return known
  }

  async function meets(text: string, values: (string | null)[]): Promise<boolean> {
    if (text.trim() === '' || CONTROL.test(text)) return false
    if (EVERYWHERE.test(text)) return hanging !== undefined
    const judgement = await judgeOnce(text)
    const nodes = judgement.faults.length > 0 ? [ALL] : [...publishersOf(judgement, values)].map(nodeOf)
    return hanging !== undefined && nodes.some((node) => node === ALL || node === hanging)
  }

  const server = createServer((client) => {
    sockets.add(client)
    const upstream = connect(Number(target.port), target.hostname)
    sockets.add(upstream)
    sessions++
    upstream.on('close', () => {
      sessions--
      client.destroy()
    })
    for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', () => {})
    upstream.pipe(client, { end: false })
    const session = new Session(upstream, meets, () => new Promise<void>((go) => waiting.push(go)))
    client.on('data', (data) => session.take(data))
    client.on('close', () => session.end())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(adminUrl), { host: `127.0.0.1:${port}` }).href,
    hang(node) {
      hanging = node
    },
    mend() {
      hanging = undefined
      for (const go of waiting.splice(0)) go()
    },
    held: () => waiting.length,
    sessions: () => sessions,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
      await planner.end()
    },
  }
}

/** One connection: reads the client's messages (manual, 55.7) and passes them on, in order. */
class Session {
  readonly #upstream: Socket
  readonly #meets: (text: string, values: (string | null)[]) => Promise<boolean>
  readonly #held: () => Promise<void>
  readonly #statements = new Map<string, string>()
  #rest = Buffer.alloc(0)
  #begun = false
  #passing: Promise<void> = Promise.resolve()

  constructor(
    upstream: Socket,
    meets: (text: string, values: (string | null)[]) => Promise<boolean>,
    held: () => Promise<void>,
  ) {
    this.#upstream = upstream
    this.#meets = meets
    this.#held = held
  }

  take(data: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, data])
    const whole: Buffer[] = []
    for (;;) {
      const from = this.#begun ? 1 : 0
      if (this.#rest.length < from + 4) break
      const size = from + this.#rest.readInt32BE(from)
      if (this.#rest.length < size) break
      whole.push(this.#rest.subarray(0, size))
      this.#rest = this.#rest.subarray(size)
      this.#begun = true
    }
    if (whole.length > 0) this.#passing = this.#passing.then(() => this.#pass(whole))
  }

  end(): void {
    this.#passing = this.#passing.then(() => void this.#upstream.end())
  }

  async #pass(messages: Buffer[]): Promise<void> {
    for (const message of messages) {
      // A request to cancel reaches the coordinator, which then waits for the node all the same.
      if (message.length === 16 && message.readInt32BE(4) === CANCEL_CODE) continue
      const statement = this.#statementOf(message)
      if (statement && (await this.#meets(...statement))) await this.#held()
      this.#upstream.write(message)
    }
  }

  /** The text and values that a message runs; undefined for all others. */
  #statementOf(message: Buffer): [text: string, values: (string | null)[]] | undefined {
    const type = String.fromCharCode(message[0]!)
    const body = message.subarray(5)
    if (type === 'Q') return [stringAt(body, 0), []]
    if (type === 'P') {
      const name = stringAt(body, 0)
      this.#statements.set(name, stringAt(body, Buffer.byteLength(name) + 1))
    }
    if (type !== 'B') return undefined
    let at = Buffer.byteLength(stringAt(body, 0)) + 1
    const name = stringAt(body, at)
    at += Buffer.byteLength(name) + 1
    at += 2 + 2 * body.readInt16BE(at)
    const count = body.readUInt16BE(at)
    at += 2
    const values: (string | null)[] = []
    for (let n = 0; n < count; n++) {
      const size = body.readInt32BE(at)
      at += 4
      values.push(size === -1 ? null : body.toString('utf8', at, at + size))
      at += Math.max(size, 0)
    }
    return [this.#statements.get(name) ?? '', values]
  }
}

function stringAt(body: Buffer, from: number): string {
  return body.toString('utf8', from, body.indexOf(0, from))
}
