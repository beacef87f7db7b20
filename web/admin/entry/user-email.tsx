import { TextInput } from '@mantine/core'

/** The address that a link was mailed to. As a field, so that password managers store it with the password. */
export function UserEmail({ email }: { email: string | null }) {
  return <TextInput label="E-mail" type="email" autoComplete="username" readOnly value={email ?? ''} />
}
