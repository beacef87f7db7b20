// A receiver of webhooks in Node, without dependencies: node receiver.mjs
// With TypeScript, @fasti/client does the same: verifyWebhook({ body, headers }, { secret, encryptionSecret }).
import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { PORT = '8090', WEBHOOK_SECRET, WEBHOOK_ENCRYPTION_SECRET } = process.env
const TOLERANCE_SECONDS = 300
const MOST_BYTES = 1_000_000

// Keep these in your database, in a column that is unique: a restart must not forget them.
const seen = new Set()

/** Throws where a webhook is not signed by us, or too old. `body`: the bytes as they came. */
function verify(headers, body) {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': timestamp = '',
    'webhook-signature': given = '',
  } = headers
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!id || !(age <= TOLERANCE_SECONDS)) throw new Error('the webhook is too old')
  const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  const expected = Buffer.from(`v1,${mac}`)
  // There may be several, separated by spaces, while a secret is being replaced.
  const matches = given.split(' ').map((signature) => {
    const bytes = Buffer.from(signature)
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
  if (!matches.includes(true)) throw new Error('the signature does not match')
}

/** Opens `{"payload": "…"}` of a callback that has an encryption secret. */
function decrypt(payload, secret) {
  const encrypted = Buffer.from(payload, 'base64')
  const key = Buffer.alloc(32, Buffer.from(secret))
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12))
  decipher.setAuthTag(encrypted.subarray(-16))
  return Buffer.concat([decipher.update(encrypted.subarray(12, -16)), decipher.final()]).toString()
}

function read(body) {
  const message = JSON.parse(body.toString())
  if (!WEBHOOK_ENCRYPTION_SECRET) return message
  return JSON.parse(decrypt(message.payload, WEBHOOK_ENCRYPTION_SECRET))
}

/** Your work: it runs after the answer, so it may take its time. */
async function work(id, message) {
  console.log(JSON.stringify({ id, message }))
}

const server = createServer(async (request, response) => {
  const answer = (status) => response.writeHead(status).end()
  const parts = []
  let length = 0
  for await (const part of request) {
    length += part.length
    if (length > MOST_BYTES) return answer(413)
    parts.push(part)
  }
  const body = Buffer.concat(parts)
  try {
    verify(request.headers, body)
  } catch {
    return answer(401)
  }
  let message
  try {
    message = read(body)
  } catch {
    return answer(400)
  }
  const id = request.headers['webhook-id']
  const isNew = !seen.has(id)
  seen.add(id)
  answer(204)
  if (isNew) await work(id, message)
})
server.listen(Number(PORT), '127.0.0.1', () => console.error(`listening on ${PORT}`))
