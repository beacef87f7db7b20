import { PasswordInput, type PasswordInputProps } from '@mantine/core'

const MIN_LENGTH = 12

/** Checks the length of a new password; the service checks the rest. */
export function newPasswordFault(password: string): string | null {
  return [...password].length < MIN_LENGTH
    ? `At least ${MIN_LENGTH} characters, such as a short sentence`
    : null
}

export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="New password"
      description={`At least ${MIN_LENGTH} characters. A short sentence is best.`}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...props}
    />
  )
}
