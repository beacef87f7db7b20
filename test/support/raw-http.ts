import { connect } from 'node:net'

export interface RawAnswer {
  /** Of the last answer on the connection; undefined when there was none. */
  status: number | undefined
  /** Everything that came, heads and bodies. */
  text: string
  answers: number
}

/** Writes these bytes to the server as they are, and reads until the connection ends. */
export async function sendRaw(url: string, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (bytes: Buffer) => received.push(bytes))
  socket.on('error', () => {}) // what could not be written is no matter
  for (const part of parts) socket.write(part)
  await new Promise((closed) => socket.once('close', closed))
  const text = Buffer.concat(received).toString('latin1')
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]))
  return { status: statuses.at(-1), text, answers: statuses.length }
}
