import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { Answer, OK } from '../../src/http/answer.ts'
import { contract } from '../../src/http/contract.ts'
import { checkingAnswers, takeFaults } from './checked-answers.ts'

const schema = contract({
  id: 'getThing',
  summary: 'One thing',
  tags: [],
  answers: { 200: Answer({ thing: Type.Object({ name: Type.String() }), all: Type.Object({}) }) },
  refuses: [404],
})
const GOOD = { thing: { name: 'x' }, all: { of: 'them' }, ...OK }
const REFUSED = { status: '404', statusLong: 'No' }
const CASES: [what: string, status: number, body: unknown, fault?: RegExp][] = [
  ['what the contract says', 200, GOOD],
  ['a stream of it', 200, Readable.from([JSON.stringify(GOOD).slice(0, 9), JSON.stringify(GOOD).slice(9)])],
  [
    'a field that is not named',
    200,
    { ...GOOD, thing: { name: 'x', size: 1 } },
    /200: \/thing\/size is not named/,
  ],
  ['a field that is missing', 200, { ...GOOD, thing: {} }, /200: \/thing .*name/],
  ['a field of another type', 200, { ...GOOD, thing: { name: 1 } }, /200: \/thing\/name /],
  ['a wrong stream', 200, Readable.from([JSON.stringify({ ...GOOD, more: 1 })]), /200: \/more is not named/],
  ['a refusal', 404, REFUSED],
  ['a refusal that says more', 404, { ...REFUSED, why: 'because' }, /404: \/why is not named/],
  ['a status that is not named', 409, { ...REFUSED, status: '409' }, /409: the contract has no such status/],
  ['a body that is too large', 413, { ...REFUSED, status: '413' }],
  ['a text', 200, 'x', /200: the contract has no body of type text\/plain/],
]

it.each(CASES)('an answer with %s is judged by its contract', async (_, status, body, fault) => {
  const app = checkingAnswers(() => fastify())
  // As the service does: Fastify's own leaves out what is not named.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.get('/thing', { schema }, (_req, reply) =>
    (typeof body === 'string' ? reply : reply.type('application/json')).code(status).send(body),
  )
  await app.inject('/thing')
  const faults = takeFaults()
  expect(faults.length > 0).toBe(fault !== undefined)
  if (!fault) return
  expect(faults[0]).toMatch(/^getThing \(GET \/thing\), status /)
  expect(faults[0]).toMatch(fault)
})
