import { Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import type { ApiKeyAnswer } from '../../../src/http/admin/api-keys-schemas.ts'
import { words } from '../words/index.ts'

export interface KeyValues extends Record<string, unknown> {
  name: string
  /** The value of a `datetime-local` field; empty: never. */
  expires: string
  sha256Only: boolean
  onceOnly: boolean
  scope: ApiKeyAnswer['scope']
  addresses: string[]
}

/** The restrictions of a new key: none. */
export const UNRESTRICTED = { sha256Only: false, onceOnly: false, scope: 'full' as const, addresses: [] }

export const SCOPES: Record<ApiKeyAnswer['scope'], string> = {
  full: words.developers.full,
  read: words.developers.read,
  batch: words.developers.batch,
}

export const KEY_RULES = {
  name: (name: string) => (name.trim() === '' ? words.developers.keyNameFault : null),
  expires: (expires: string) =>
    expires !== '' && Number.isNaN(Date.parse(expires)) ? words.developers.expiresFault : null,
}

export function KeyFields({ form }: { form: ReturnType<typeof useForm<KeyValues>> }) {
  return (
    <Stack>
      <TextInput
        label={words.kit.name}
        description={words.developers.keyNameHint}
        maxLength={100}
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        type="datetime-local"
        label={words.developers.expires}
        description={words.developers.expiresHint}
        key={form.key('expires')}
        {...form.getInputProps('expires')}
      />
      <Select
        label={words.developers.scope}
        description={words.developers.scopeHint}
        data={Object.entries(SCOPES).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        key={form.key('scope')}
        {...form.getInputProps('scope')}
      />
      <TagsInput
        label={words.developers.where}
        description={words.developers.whereHint}
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        clearable
        clearButtonProps={{ 'aria-label': words.developers.removeAddresses }}
        key={form.key('addresses')}
        {...form.getInputProps('addresses')}
      />
      <Switch
        label={words.developers.once}
        description={words.developers.onceHint}
        key={form.key('onceOnly')}
        {...form.getInputProps('onceOnly', { type: 'checkbox' })}
      />
      <Switch
        label={words.developers.shaSwitch}
        description={words.developers.shaHint}
        key={form.key('sha256Only')}
        {...form.getInputProps('sha256Only', { type: 'checkbox' })}
      />
    </Stack>
  )
}
