import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { ProviderRecord } from '../../../src/http/admin/credentials-schemas.ts'
import { send } from '../kit/api.ts'
import { CopyField } from '../kit/copy.tsx'
import { DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { say } from '../kit/say.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { hasLosses, Losses } from './losses.tsx'

const texts = words.providers
const FORM = /^[\x21-\x7e]{1,200}$/
const check = (value: string) => (FORM.test(value.trim()) ? null : texts.wordForm)

interface CredentialsFormProps {
  provider: ProviderRecord
  name: string
  onClose: () => void
  onSaved: () => Promise<unknown>
}

/** The client of a publisher's own at a provider. Its secret is entered anew each time. */
export function CredentialsForm({ provider, name, onClose, onSaved }: CredentialsFormProps) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { clientId: provider.clientId ?? '', clientSecret: '' },
    validate: { clientId: check, clientSecret: check },
    async save({ clientId, clientSecret }) {
      await send('PUT', `/providers/${provider.provider}/credentials`, {
        ...{ clientId: clientId.trim(), clientSecret: clientSecret.trim() },
        ...(ends && { endConsents: true }),
      })
      await onSaved()
      done(say(texts.saved, { provider: name }))
      onClose()
    },
  })
  const isOther = provider.clientId !== null && form.values.clientId.trim() !== provider.clientId
  const ends = isOther && hasLosses(provider)
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Stack gap={4}>
          <CopyField label={texts.redirect} value={provider.redirectUri} what={texts.redirectWhat} />
          <Text size="sm" c="dimmed">
            {say(texts.redirectText, { provider: name })}
          </Text>
        </Stack>
        <TextInput
          label={texts.clientId}
          required
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          data-autofocus
          {...form.getInputProps('clientId')}
        />
        <PasswordInput
          label={texts.clientSecret}
          description={texts.secretText}
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': texts.showSecret }}
          {...form.getInputProps('clientSecret')}
        />
        <Text size="sm" c="dimmed">
          {say(texts.checked, { provider: name })}
        </Text>
        {ends && (
          <Alert color="warn" role="alert">
            <Losses provider={provider} name={name} />
          </Alert>
        )}
        <Refusal error={problem} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={busy} color={ends ? 'bad' : undefined}>
            {ends ? texts.endAndSave : texts.save}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
