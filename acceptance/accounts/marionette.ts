import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs the body of an async function inside a Mozilla program. Returns what it returns; throws what it throws. */
export type Execute = (body: string, ...args: unknown[]) => Promise<unknown>

const SCRIPT_LIMIT_MS = 60_000

/**
 * Connects to Marionette, the remote control of Mozilla programs (`--marionette`), once the program with this profile is
 * up. Scripts run with the rights of the program itself.
 */
export async function connectMarionette(profile: string, limitMs: number): Promise<Execute> {
  const file = join(profile, 'MarionetteActivePort')
  for (const deadline = Date.now() + limitMs; !existsSync(file); await sleep(200))
    if (Date.now() > deadline) throw new Error('the program does not open its remote control')
  const socket = connect(Number(readFileSync(file, 'utf8')), '127.0.0.1')
  await once(socket, 'connect')
  const messages = readMessages(socket)
  await messages.next()
  let last = 0
  async function command(name: string, parameters: object): Promise<unknown> {
    const message = JSON.stringify([0, ++last, name, parameters])
    socket.write(`${Buffer.byteLength(message)}:${message}`)
    const answer = await messages.next()
    if (answer.done) throw new Error('the program has closed its remote control')
    const [, , error, result] = answer.value as [
      number,
      number,
      { message: string } | null,
      { value: unknown },
    ]
    if (error) throw new Error(error.message)
    return result.value
  }
  await command('WebDriver:NewSession', { capabilities: {} })
  await command('Marionette:SetContext', { value: 'chrome' })
  await command('WebDriver:SetTimeouts', { script: SCRIPT_LIMIT_MS })
  return (body, ...args) =>
    command('WebDriver:ExecuteScript', {
      script: `return (async (...args) => {${body}})(...arguments)`,
      args,
      sandbox: 'system',
    })
}

/** Messages are JSON, each after its length in octets and a colon. */
async function* readMessages(socket: Socket): AsyncGenerator<unknown, undefined> {
  let received = Buffer.alloc(0)
  for await (const data of socket as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, data])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, Math.max(0, colon)).toString())
      if (colon === -1 || received.length < end) break
      yield JSON.parse(received.subarray(colon + 1, end).toString())
      received = received.subarray(end)
    }
  }
  return undefined
}
