import type { Socket } from 'node:net'
import { createSender, type Sender, type SenderOptions } from '../../src/webhooks/sender.ts'
import { startFaultyReceiver } from './faulty-receiver.ts'

export const BODY = '{"svcId":"5924fd21608e3beb118b4567","first_name":"Zoé"}'
export const HEADERS = { 'content-type': 'application/json', 'webhook-id': 'msg_1' }

/** A sender that may reach this machine and loses its patience soon. */
export function testSender(options: Partial<SenderOptions> = {}): Sender & AsyncDisposable {
  const sender = createSender({ allowPrivate: true, timeoutMs: 3000, ...options })
  return { ...sender, [Symbol.asyncDispose]: () => sender.close() }
}

/** Posts once to a receiver that answers so. */
export async function sendTo(answer: (socket: Socket) => void, options: Partial<SenderOptions> = {}) {
  await using receiver = await startFaultyReceiver(answer)
  await using sender = testSender(options)
  const result = await sender.send(receiver.url, HEADERS, BODY)
  return { result, receiver }
}

/** Answers with this text and closes. */
export const text = (answer: string) => (socket: Socket) => socket.end(answer)

/** Repeats `piece` until the other side has had enough. */
export function pour(piece: string) {
  return (socket: Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', more)
    more()
  }
}

/** One byte each 20 ms. */
export function drip(answer: string) {
  return (socket: Socket) => {
    let at = 0
    const timer = setInterval(() => socket.write(answer[at++ % answer.length]!), 20)
    socket.on('close', () => clearInterval(timer))
  }
}
