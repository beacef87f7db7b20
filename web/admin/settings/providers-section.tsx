import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ProviderRecord } from '../../../src/http/admin/credentials-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { client, readAgain, useData } from '../kit/data.ts'
import { Dialog } from '../kit/dialog.tsx'
import { moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Reading } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { Losses } from './losses.tsx'

const texts = words.providers
/** Names of companies: the same in every language. */
const NAMES = { google: 'Google', microsoft: 'Microsoft' }

/** Whose clients are used at Google and at Microsoft, and those of the publisher's own. For owners. */
export function ProvidersSection() {
  const query = useData<ProviderRecord[]>('/providers')
  return (
    <Section title={texts.title} text={texts.text}>
      <Reading query={query}>
        {(providers) => (
          <Stack gap="lg">
            {providers.map((provider) => (
              <OneProvider key={provider.provider} provider={provider} />
            ))}
          </Stack>
        )}
      </Reading>
    </Section>
  )
}

/** Walks all that depends on credentials: the places of the admin portal too. */
export function readProvidersAgain(): Promise<unknown> {
  return Promise.all([readAgain('/providers'), client.invalidateQueries({ queryKey: ['me'] })])
}

function OneProvider({ provider }: { provider: ProviderRecord }) {
  const [open, setOpen] = useState<'form' | 'removal'>()
  const { used, clientId, since } = provider
  const name = NAMES[provider.provider]
  const close = () => setOpen(undefined)
  return (
    <Stack gap="xs" align="flex-start" className="provider">
      <Group gap="xs">
        <Title order={3} size="h4">
          {name}
        </Title>
        <StateBadge kind={used === 'none' ? 'plain' : 'ok'}>{texts[used]}</StateBadge>
      </Group>
      {used === 'own' ? (
        <Text size="sm" className="client-id">
          {say(texts.clientOf, { id: clientId ?? '' })}
          <br />
          {since && say(texts.since, { when: moment(since) })}
        </Text>
      ) : (
        <Text size="sm" c="dimmed">
          {used === 'installation' ? texts.installationText : texts.noneText}
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpen('form')}>
          {used === 'own' ? texts.change : texts.enter}
        </Button>
        {used === 'own' && (
          <Button color="bad" variant="outline" onClick={() => setOpen('removal')}>
            {texts.remove}
          </Button>
        )}
      </Group>
      <Dialog opened={open === 'form'} onClose={close} title={say(texts.enterTitle, { provider: name })}>
        <CredentialsForm provider={provider} name={name} onClose={close} onSaved={readProvidersAgain} />
      </Dialog>
      <Confirm
        opened={open === 'removal'}
        onClose={close}
        title={say(texts.askRemove, { provider: name })}
        action={texts.remove}
        onConfirm={async () => {
          await send('DELETE', `/providers/${provider.provider}/credentials`, { endConsents: true })
          await readProvidersAgain()
          done(texts.removed)
        }}
      >
        <Losses provider={provider} name={name} isRemoval />
      </Confirm>
    </Stack>
  )
}
