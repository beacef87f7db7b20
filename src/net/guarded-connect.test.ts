import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { guardedLookup, type Resolve, resolveByDns, resolveBySystem } from './guarded-connect.ts'

/** The addresses a connection to a name would be tried at, in turn. */
function look(resolve: Resolve, allowPrivate = false) {
  return promisify(guardedLookup(resolve, allowPrivate))('receiver.example', { all: true })
}

describe('the guarded lookup', () => {
  it('gives all addresses of a public name', async () => {
    expect(await look(async () => ['93.184.216.34', '2606:4700::1'])).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ])
  })

  it.each([
    [['127.0.0.1']],
    [['93.184.216.34', '127.0.0.1']],
    [['127.0.0.1', '93.184.216.34']],
    [['93.184.216.34', '::ffff:169.254.169.254']],
    [['2606:4700::1', 'fd00::1']],
    [['93.184.216.34', 'no address']],
  ])('refuses a name with the addresses %s', async (addresses) => {
    await expect(look(async () => addresses)).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' })
  })

  it('checks again at each connection: a name may come to lead elsewhere', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    const resolve = async () => answers.shift()!
    expect(await look(resolve)).toHaveLength(1)
    await expect(look(resolve)).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' })
  })

  it('lets private addresses through where they are allowed', async () => {
    expect(await look(async () => ['127.0.0.1', '93.184.216.34'], true)).toHaveLength(2)
  })

  it('gives nothing that is no address', async () => {
    for (const bad of [[], ['localhost'], ['127.0.0.1', '']]) {
      await expect(look(async () => bad, true)).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' })
    }
  })

  it('hands on why a name has no address', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))
    await expect(look(resolve)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})

describe('resolving', () => {
  it('takes the IPv4 and the IPv6 addresses from DNS', async () => {
    await using dns = await startDns({ 1: ['0a000001', '5db8d822'], 28: ['26064700'.padEnd(32, '0')] })
    expect(await resolveByDns('receiver.example', [dns.address])).toEqual([
      '10.0.0.1',
      '93.184.216.34',
      '2606:4700::',
    ])
  })

  it('is content with one kind', async () => {
    await using dns = await startDns({ 28: ['26064700'.padEnd(32, '0')] })
    expect(await resolveByDns('receiver.example', [dns.address])).toEqual(['2606:4700::'])
  })

  it('rejects for a name without addresses', async () => {
    await using dns = await startDns({})
    await expect(resolveByDns('receiver.example', [dns.address])).rejects.toMatchObject({ code: 'ENODATA' })
  })

  it('reads the hosts file when asked to', async () => {
    expect(await resolveBySystem('localhost')).toContain('127.0.0.1')
  })
})

/** A name server that has the same answer for every name: record data in hex by record type. */
async function startDns(records: Record<number, string[]>) {
  const socket: Socket = createSocket('udp4', (query, from) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const found = records[question.readUInt16BE(question.length - 4)] ?? []
    const header = Buffer.from('0000818000010000000000000000', 'hex').subarray(0, 12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(found.length, 6)
    const answers = found.map((data) => {
      const type = question.toString('hex', question.length - 4, question.length - 2)
      return Buffer.from(
        `c00c${type}00010000000000${(data.length / 2).toString(16).padStart(2, '0')}${data}`,
        'hex',
      )
    })
    socket.send(Buffer.concat([header, question, ...answers]), from.port)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.asyncDispose]: () => promisify((done: () => void) => socket.close(done))(),
  }
}
