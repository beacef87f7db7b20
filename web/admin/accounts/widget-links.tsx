import { Stack } from '@mantine/core'
import type { NewAccountAnswer } from '../../../src/http/admin/accounts-schemas.ts'
import { CopyField } from '../kit/copy.tsx'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

/** The pages of widgets, for mails and posts. */
export function WidgetLinks({ widgets }: Pick<NewAccountAnswer, 'widgets'>) {
  return (
    <Stack gap="sm">
      {widgets.map(({ id, name, directLink }) => (
        <CopyField key={id} label={name} value={directLink} what={say(words.accounts.linkOf, { name })} />
      ))}
    </Stack>
  )
}
