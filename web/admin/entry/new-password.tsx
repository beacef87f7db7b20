import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

const MIN_LENGTH = 12

/** Checks the length of a new password; the service checks the rest. */
export function newPasswordFault(password: string): string | null {
  return [...password].length < MIN_LENGTH ? sayCount(words.kit.passwordFault, MIN_LENGTH) : null
}

export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label={words.kit.newPassword}
      description={sayCount(words.kit.passwordHint, MIN_LENGTH)}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': words.kit.showPassword }}
      {...props}
    />
  )
}
