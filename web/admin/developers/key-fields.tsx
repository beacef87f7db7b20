import { Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import type { ApiKeyAnswer } from '../../../src/http/admin/api-keys-schemas.ts'

export interface KeyValues extends Record<string, unknown> {
  name: string
  /** As a field of local time holds it; empty: never. */
  expires: string
  sha256Only: boolean
  onceOnly: boolean
  scope: ApiKeyAnswer['scope']
  addresses: string[]
}

/** What a key is unless something else is chosen. */
export const ORDINARY = { sha256Only: false, onceOnly: false, scope: 'full' as const, addresses: [] }

export const SCOPES: Record<ApiKeyAnswer['scope'], string> = {
  full: 'Everything',
  read: 'Only reading',
  batch: 'Only batches',
}

export const KEY_RULES = {
  name: (name: string) => (name.trim() === '' ? 'Give it a name, such as “Ticket shop”.' : null),
  expires: (expires: string) =>
    expires !== '' && Number.isNaN(Date.parse(expires)) ? 'This is no date and time.' : null,
}

/** What can be said of an API key. */
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
        description="In your own time. Leave it empty for never."
        key={form.key('expires')}
        {...form.getInputProps('expires')}
      />
      <Select
        label="What it may do"
        description="Batches are private events by the thousand: adding, reading, deleting."
        data={Object.entries(SCOPES).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        key={form.key('scope')}
        {...form.getInputProps('scope')}
      />
      <TagsInput
        label="Where it may be used from"
        description="IP addresses and networks, such as 203.0.113.0/24. Leave it empty for everywhere."
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        clearable
        clearButtonProps={{ 'aria-label': 'Remove all addresses' }}
        key={form.key('addresses')}
        {...form.getInputProps('addresses')}
      />
      <Switch
        label="Accept each request once"
        description="Requests have to carry a time and a nonce, and can’t be sent a second time. Programs written before need a change."
        key={form.key('onceOnly')}
        {...form.getInputProps('onceOnly', { type: 'checkbox' })}
      />
      <Switch
        label="Accept only SHA-256 signatures"
        description="They cover the method and the path, and are good for five minutes. MD5 is refused."
        key={form.key('sha256Only')}
        {...form.getInputProps('sha256Only', { type: 'checkbox' })}
      />
    </Stack>
  )
}
