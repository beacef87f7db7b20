import { PasswordInput, type PasswordInputProps } from '@mantine/core'

const LEAST = 12

/** What is wrong with a new password, as far as this page can tell; the service knows more. */
export function newPasswordFault(password: string): string | null {
  return [...password].length < LEAST ? `At least ${LEAST} characters, such as a short sentence` : null
}

export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="New password"
      description={`At least ${LEAST} characters. A short sentence is best.`}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...props}
    />
  )
}
