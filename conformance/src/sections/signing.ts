import { expectAnswer, expectOk, expectRefused, expectThat } from '../expect.ts'
import { apiSign } from '../signed-requests.ts'
import type { Section } from '../trial.ts'

const WRONG = 'API signature does not match'
const UNKNOWN = 'The API Key does not exist in the system'
const NOWHERE = '0123456789abcdef01234567'

/** Test vectors for the secret `test-secret` and `apiKey=test-key`. */
const VECTORS: [query: [string, string][], body: string, sign: string][] = [
  [[], '', '48805a68e9af682d5bf47d41beda5002'],
  [
    [
      ['tz', 'Australia/Melbourne'],
      ['page', '2'],
      ['limit', '100'],
      ['showPastEvents', 'true'],
    ],
    '',
    '45faf8fe7f95fee6b413d78bb4745552',
  ],
  [
    [
      ['aaa', 'x y&z=é'],
      ['Zed', '1'],
    ],
    '',
    '09f60d9840fe4478d0ab220bf2038e99',
  ],
  [[], '{"name":"Calendar1", "type":"fixture"}', 'fd905494d5ac5dfce845e3dc02f08e77'],
  [[['svc_id', '5924fd21608e3beb118b4567']], '{"name":"Été 🏁"}', '2638082da7074ed57c894577c65bebd8'],
  [[['type', 'private']], '{"ids":["6942008c26465d00029e4470"]}', 'aabc4ac6e64d85f5e2f22286e762d0e4'],
  [[['type', 'private']], '', 'ebcaee2d1ba3dce095240418816feb75'],
]

export const signing: Section = {
  name: 'signing',
  async run(trial) {
    const { api } = trial
    await trial.check('the vectors come out as documented', async () => {
      for (const [query, body, sign] of VECTORS)
        expectThat(
          apiSign('test-secret', [['apiKey', 'test-key'], ...query], body),
          sign,
          JSON.stringify(query),
        )
    })

    const good: [what: string, path: string][] = [
      ['a request without parameters of its own', '/calendar/'],
      ['parameters sorted by octets: Z before a', '/calendar/?aaa=1&Zed=2&_x=3&B=4'],
      ['values decoded: %20 is a space', '/calendar/?a=x%20y%26z%3D%C3%A9'],
      ['values decoded: + is a space', '/calendar/?a=x+y'],
      ['values decoded: %2B is a plus', '/calendar/?a=x%2By'],
      ['text beyond the basic plane', '/calendar/?a=%F0%9F%8F%81&%C3%A9=%E6%97%A5'],
      ['an empty value', '/calendar/?a=&b=1'],
      ['a key that is repeated counts once for each time', '/calendar/?a=2&a=1'],
      ['a path without its last slash', '/calendar'],
    ]
    for (const [what, path] of good)
      await trial.check(`accepts ${what}`, async () => void expectOk(await api.get(path)))

    await trial.check('accepts the signature in capitals', async () => {
      const spoil = (url: URL) =>
        url.searchParams.set('apiSign', url.searchParams.get('apiSign')!.toUpperCase())
      expectOk(await api.get('/calendar/', { spoil }))
    })
    await trial.check('signs the body byte for byte', async () => {
      const body = Buffer.from(`\n{ "name" : "Été 🏁",\t"type":"other" }\r\n`)
      expectRefused(await api.post('/calendar/', body), 400, 'Invalid Calendar Data')
    })
    for (const bodyUnsigned of [false, true]) {
      const form = bodyUnsigned ? 'its body not signed' : 'its body signed'
      await trial.check(`accepts a DELETE with ${form}`, async () => {
        const answer = await api.delete('/batch/events?type=private', { ids: [NOWHERE] }, { bodyUnsigned })
        expectAnswer(answer, 207, { status: '207', not_found: 1 })
      })
    }

    const bad: [what: string, spoil: (url: URL) => void, statusLong: string][] = [
      ['a wrong signature', (url) => url.searchParams.set('apiSign', '0'.repeat(32)), WRONG],
      ['a missing signature', (url) => url.searchParams.delete('apiSign'), WRONG],
      ['an empty signature', (url) => url.searchParams.set('apiSign', ''), WRONG],
      ['a parameter added after signing', (url) => url.searchParams.append('showDraft', '1'), WRONG],
      ['a missing key', (url) => url.searchParams.delete('apiKey'), UNKNOWN],
      ['an unknown key', (url) => url.searchParams.set('apiKey', 'no-such-key'), UNKNOWN],
    ]
    for (const [what, spoil, statusLong] of bad)
      await trial.check(`refuses ${what}`, async () =>
        expectRefused(await api.get('/calendar/', { spoil }), 403, statusLong),
      )
    await trial.check('refuses a body that was changed after signing', async () => {
      const other = api.signed('/calendar/', '{"name":"one"}').searchParams.get('apiSign')!
      const spoil = (url: URL) => url.searchParams.set('apiSign', other)
      expectRefused(await api.post('/calendar/', '{"name":"two"}', { spoil }), 403, WRONG)
    })
    for (const path of ['/event/x', '/subscriber/x', '/batch/events?type=private', '/event'])
      await trial.check(`asks for the signature at ${path}`, async () => {
        const spoil = (url: URL) => url.searchParams.delete('apiSign')
        expectRefused(await api.get(path, { spoil }), 403, WRONG)
      })
  },
}
