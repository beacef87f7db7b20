import { TextInput } from '@mantine/core'
import { words } from '../words/index.ts'

/** The address that a link was mailed to. As a field, so that password managers store it with the password. */
export function UserEmail({ email }: { email: string | null }) {
  return (
    <TextInput label={words.kit.email} type="email" autoComplete="username" readOnly value={email ?? ''} />
  )
}
