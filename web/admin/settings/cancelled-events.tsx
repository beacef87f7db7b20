import { Radio, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CANCELLED_MARK } from '../../../src/publishers/cancelled-mark.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import type { CancelledMode, SettingsValues } from './settings-form.ts'

interface Mode {
  mode: CancelledMode
  name: string
  text: string
  shows: string[]
}

const MODES: Mode[] = [
  {
    mode: 'mark',
    name: words.settings.mark,
    text: words.settings.markText,
    shows: [words.settings.markAllShow],
  },
  {
    mode: 'strike',
    name: words.settings.strike,
    text: words.settings.strikeText,
    shows: [words.settings.strikeApple, words.settings.strikeGoogle, words.settings.strikeOutlook],
  },
  {
    mode: 'remove',
    name: words.settings.removeMode,
    text: words.settings.removeText,
    shows: [words.settings.removeAllShow],
  },
]

/** How subscribers learn that an event is cancelled. */
export function CancelledEvents({
  form,
  readOnly,
}: {
  form: UseFormReturnType<SettingsValues>
  readOnly: boolean
}) {
  const { cancelledEvents, cancelledMark } = form.values
  return (
    <Stack>
      <Radio.Group aria-label={words.settings.cancelled} {...form.getInputProps('cancelledEvents')}>
        <Stack gap="md">
          {MODES.map(({ mode, name, text, shows }) => (
            <div key={mode}>
              <Radio value={mode} label={name} description={text} disabled={readOnly} />
              <ul className="mode-shows">
                {shows.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          ))}
        </Stack>
      </Radio.Group>
      {cancelledEvents === 'mark' && (
        <TextInput
          label={words.settings.markField}
          description={say(words.settings.markFieldText, { mark: cancelledMark.trim() || CANCELLED_MARK })}
          placeholder={CANCELLED_MARK}
          maw={360}
          readOnly={readOnly}
          {...form.getInputProps('cancelledMark')}
        />
      )}
    </Stack>
  )
}
