import { Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import type { ApiKeyAnswer } from '../../../src/http/admin/api-keys-schemas.ts'

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
  full: 'Everything',
  read: 'Read only',
  batch: 'Batches only',
}

export const KEY_RULES = {
  name: (name: string) => (name.trim() === '' ? 'Give it a name, such as “Ticket shop”.' : null),
  expires: (expires: string) =>
    expires !== '' && Number.isNaN(Date.parse(expires)) ? 'This is not a date and time.' : null,
}

export function KeyFields({ form }: { form: ReturnType<typeof useForm<KeyValues>> }) {
  return (
    <Stack>
      <TextInput
        label="Name"
        description="The program that uses it."
        maxLength={100}
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        type="datetime-local"
        label="Expires"
        description="In your time zone. If empty, the key never expires."
        key={form.key('expires')}
        {...form.getInputProps('expires')}
      />
      <Select
        label="What it may do"
        description="Batches add, read and delete private events by the thousand."
        data={Object.entries(SCOPES).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        key={form.key('scope')}
        {...form.getInputProps('scope')}
      />
      <TagsInput
        label="Where it may be used from"
        description="IP addresses and networks, such as 203.0.113.0/24. If empty, it works from everywhere."
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        clearable
        clearButtonProps={{ 'aria-label': 'Remove all addresses' }}
        key={form.key('addresses')}
        {...form.getInputProps('addresses')}
      />
      <Switch
        label="Accept each request once"
        description="Requests must carry a time and a nonce, and can’t be sent twice. Existing programs need a change."
        key={form.key('onceOnly')}
        {...form.getInputProps('onceOnly', { type: 'checkbox' })}
      />
      <Switch
        label="Accept only SHA-256 signatures"
        description="They cover the method and the path, and are valid for five minutes. MD5 is refused."
        key={form.key('sha256Only')}
        {...form.getInputProps('sha256Only', { type: 'checkbox' })}
      />
    </Stack>
  )
}
