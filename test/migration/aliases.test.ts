import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { environmentOf } from '../cli/run-fasti.ts'
import { runHere } from '../cli/run-here.ts'
import { useReceiver } from '../support/receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, record } from '../support/test-publisher.ts'

const ALIASES = { query: 'x_id', body: 'xId' }

describe('FASTI_ID_ALIASES', () => {
  const app = useTestApp('sqlite', { worker: true, config: (config) => ({ ...config, idAliases: ALIASES }) })
  const receiver = useReceiver()

  it('takes the other name in queries and in the records of a batch', async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber()
    const event = { ...fixture(), type: 'private' }
    expect((await club.post(`/event?x_id=${svcId}`, event)).status).toBe(200)
    expect((await club.get(`/event?x_id=${svcId}&type=private`)).body).toMatchObject([{ name: event.name }])
    const { svcId: _, ...named } = record(svcId)
    const sent = await club.post('/batch/events', {
      type: 'private',
      events: [{ ...named, xId: svcId }, record(svcId)],
    })
    expect(sent.body).toMatchObject({ added: 2 })
    expect((await club.get(`/batch/events?type=private&x_id=${svcId}`)).body.data).toHaveLength(3)
  })

  it('answers with the name the request used', async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber()
    const { svcId: _, ...without } = record(svcId)
    const errorsOf = async (events: unknown[]) =>
      (await club.post('/batch/events', { type: 'private', events })).body.errors
    expect(Object.entries(await errorsOf([{ ...without, xId: 7 }]))).toEqual([
      ['events[0].xId', expect.stringMatching(/\bxId\b/)],
    ])
    expect(Object.keys(await errorsOf([without]))).toEqual(['events[0].svcId'])
  })

  it('refuses both names at once', async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber()
    const events = [record(svcId), { ...record(svcId), xId: svcId }]
    expect((await club.post('/batch/events', { type: 'private', events })).body).toEqual({
      status: '400',
      statusLong: 'Validation failed.',
      errors: { 'events[1].xId': expect.stringContaining('send one of them') },
    })
    const answer = await club.get(`/event?svc_id=${svcId}&x_id=${svcId}`)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual(['x_id'])
  })

  it('tells callbacks that ask for it by the other name, signed as sent, and all others by ours', async () => {
    const club = await app.publisher()
    await club.callback(`${receiver.url}/alias`, { idName: 'xId' })
    await club.callback(`${receiver.url}/plain`)
    await club.callback(`${receiver.url}/encrypted`, { idName: 'xId', secret: 'k' })
    const { svcId } = await club.subscriber()
    const [alias] = await receiver.wait('/alias')
    const [plain] = await receiver.wait('/plain')
    await receiver.wait('/encrypted')
    expect(Object.keys(alias!.body)).toEqual(
      Object.keys(plain!.body).map((key) => (key === 'svcId' ? 'xId' : key)),
    )
    expect([alias!.body.xId, plain!.body.svcId]).toEqual([svcId, svcId])
    const [notification] = (await club.get('/notifications')).body.data
    expect(notification.payload).toMatchObject({ svcId, xId: svcId })
  })

  it('refuses a callback that asks for a name there is not, also on the command line', async () => {
    const club = await app.publisher()
    const answer = await club.post('/admin/api/callbacks', { url: 'https://example.com/h', idName: 'yId' })
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { idName: expect.stringContaining('svcId') } },
    })
    const env = { ...environmentOf(app.ctx.config), FASTI_ID_ALIASES: 'x_id:xId' }
    const add = (name: string) =>
      runHere(
        ['callback', 'add', '--publisher', `${club.id}`, '--url', 'https://example.com/h', '--id-name', name],
        env,
      )
    expect((await add('yId')).code).toBe(1)
    expect((await add('xId')).code).toBe(0)
    expect((await club.get('/admin/api/callbacks')).body.data).toMatchObject([{ idName: 'xId' }])
  })

  it('is two names that mean nothing else', () => {
    const read = (text: string) => readConfig({ FASTI_ID_ALIASES: text }).idAliases
    expect(read('x_id:xId')).toEqual(ALIASES)
    expect(read('')).toBeUndefined()
    for (const text of [
      'x_id',
      'x-id:xId',
      'x_id:xId:y',
      'svc_id:xId',
      'x_id:svcId',
      'email:xId',
      'apiKey:xId',
      ':',
      '1a:b',
    ])
      expect(() => read(text), text).toThrow(/^FASTI_ID_ALIASES must be two names/)
  })
})

describe('without FASTI_ID_ALIASES', () => {
  const app = useTestApp('sqlite')

  it('the other names mean nothing', async () => {
    const club = await app.publisher()
    const { svcId } = await club.subscriber()
    const { svcId: _, ...named } = record(svcId)
    const answer = await club.post('/batch/events', { type: 'private', events: [{ ...named, xId: svcId }] })
    expect(answer.status).toBe(400)
  })
})
