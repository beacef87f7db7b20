import { expectOk, expectRefused, expectThat, filled, list, text, whole } from '../expect.ts'
import type { Section, Trial } from '../trial.ts'

const INVALID = 'Invalid Account Data'

/** Sub-accounts. They can't be deleted through the API, so one is created only with `--partner`. */
export const accounts: Section = {
  name: 'accounts',
  async run(trial) {
    const { api, options } = trial
    if (options.partner) return checkPartner(trial)
    const { status } = await api.get('/account')
    if (status === 200)
      return trial.skip(
        'sub-accounts',
        'the key is a partner’s: --partner makes one sub-account, which stays',
      )
    await trial.check('refuses who is no partner: 403', async () => {
      expectRefused(await api.get('/account'), 403, filled)
      expectRefused(await api.post('/account', {}), 403, filled)
    })
  },
}

async function checkPartner(trial: Trial): Promise<void> {
  const { api } = trial
  const fields = {
    email: `conformance-account-${trial.run}@example.com`,
    firstName: 'Conformance',
    lastName: 'Test',
    timezone: 'Europe/London',
    company: `Conformance test ${trial.run}`,
  }
  const custom = { reference: trial.reference() }
  await trial.check('asks for all that is required, at once', async () => {
    const names = ['email', 'firstName', 'lastName', 'timezone', 'company', 'custom.reference']
    const errors = Object.fromEntries(names.map((name) => [name, filled]))
    expectRefused(await api.post('/account', {}), 400, INVALID, errors)
  })
  const bad: [field: string, value: string][] = [
    ['email', 'nobody'],
    ['timezone', 'Mars/Base'],
    ['industry', 'Mining'],
    ['objective', 'None'],
  ]
  for (const [field, value] of bad)
    await trial.check(`refuses ${field} "${value}"`, async () =>
      expectRefused(await api.post('/account', { ...fields, custom, [field]: value }), 400, INVALID, {
        [field]: filled,
      }),
    )
  await trial.check('creates a sub-account with a key, a secret and two widgets', async () => {
    const body = expectOk(await api.post('/account', { ...fields, custom }), {
      publisherId: whole,
      apiKey: filled,
      secret: filled,
      widgets: list,
    })
    const types = body.widgets.map((widget: { type: string }) => widget.type).sort()
    expectThat(types, ['button', 'event'], 'widgets')
    for (const widget of body.widgets)
      expectThat(widget, { id: filled, name: text, directLink: /^https?:\/\// }, 'widget')
  })
  await trial.check('lists it', async () => {
    const { data } = expectOk(await api.get('/account'), { data: list })
    const { email, firstName, lastName, company } = fields
    const own = data.find((account: { email: string }) => account.email === email)
    expectThat(own, { publisherId: whole, firstName, lastName, company, reference: custom.reference }, 'data')
  })
  await trial.check('refuses an e-mail that is taken', async () => {
    const statusLong = `Email [${fields.email}] already exists. Please try different email address`
    const answer = await api.post('/account', { ...fields, custom: { reference: trial.reference() } })
    expectThat(answer.status, 400, 'HTTP status')
    expectThat(answer.text.includes(statusLong), true, `the answer says "${statusLong}"`)
  })
}
