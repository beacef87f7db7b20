import { Stack, Switch, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'

export interface KeyValues extends Record<string, unknown> {
  name: string
  /** As a field of local time holds it; empty: never. */
  expires: string
  sha256Only: boolean
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
      <Switch
        label="Accept only SHA-256 signatures"
        description="They hold the time and can’t be sent a second time. MD5 is refused."
        key={form.key('sha256Only')}
        {...form.getInputProps('sha256Only', { type: 'checkbox' })}
      />
    </Stack>
  )
}
