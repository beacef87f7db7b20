import { Radio, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CANCELLED_MARK } from '../../../src/publishers/cancelled-mark.ts'
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
    name: 'Keep it and mark the title',
    text: 'Everyone sees that it is cancelled, whichever calendar they use. We recommend this.',
    shows: ['Google, Apple and Outlook show the event with the new title.'],
  },
  {
    mode: 'strike',
    name: 'Keep it with the status “cancelled”',
    text: 'The tidiest way in calendars that understand it. The title stays as it is.',
    shows: [
      'Apple Calendar strikes it through.',
      'Google Calendar hides it without a notice.',
      'Outlook may show it like any other event.',
    ],
  },
  {
    mode: 'remove',
    name: 'Remove it from calendars',
    text: 'It disappears at the next update. People who have seen it may think it was moved, or still go there.',
    shows: ['Google, Apple and Outlook all remove it.'],
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
      <Radio.Group aria-label="Cancelled events" {...form.getInputProps('cancelledEvents')}>
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
          label="Mark before the title"
          description={`People will read “${cancelledMark.trim() || CANCELLED_MARK}: City v Town”.`}
          placeholder={CANCELLED_MARK}
          maw={360}
          readOnly={readOnly}
          {...form.getInputProps('cancelledMark')}
        />
      )}
    </Stack>
  )
}
