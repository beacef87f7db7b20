import { Radio, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CONFIRM_POLICIES } from '../kit/confirm-policies.ts'
import { words } from '../words/index.ts'
import type { SettingsValues } from './settings-form.ts'

interface ConfirmChoiceProps {
  form: UseFormReturnType<SettingsValues>
  readOnly: boolean
}

/** The choice of the people who confirm by e-mail. */
export function ConfirmChoice({ form, readOnly }: ConfirmChoiceProps) {
  return (
    <Radio.Group aria-label={words.settings.whoConfirms} {...form.getInputProps('confirm')}>
      <Stack gap="md" maw={640}>
        {CONFIRM_POLICIES.map(({ value, label, text }) => (
          <Radio key={value} value={value} label={label} description={text} disabled={readOnly} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
