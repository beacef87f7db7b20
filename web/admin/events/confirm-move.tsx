import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import { Confirm } from '../kit/confirm.tsx'
import { ReachAhead } from '../kit/reach-ahead.tsx'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { type When, whenText } from './times.ts'

interface Asked {
  event: EventListed
  after: When
  answer: (yes: boolean) => void
}

/** Asks before a live event is moved, and says whom that reaches. A draft moves at once. */
export function useConfirmMove() {
  const [asked, setAsked] = useState<Asked>()
  const ask = (event: EventListed, after: When) =>
    event.draft ? Promise.resolve(true) : new Promise<boolean>((answer) => setAsked({ event, after, answer }))
  const dialog = asked && (
    <Confirm
      opened
      onClose={() => {
        // After a confirmation the answer has been given, and this one changes nothing.
        asked.answer(false)
        setAsked(undefined)
      }}
      title={say(words.events.askMove, { name: asked.event.name })}
      action={words.events.move}
      danger={false}
      onConfirm={() => Promise.resolve(asked.answer(true))}
    >
      <Stack gap="sm">
        <Text>{whenText(asked.after)}</Text>
        <ReachAhead eventIds={[asked.event.id]} />
      </Stack>
    </Confirm>
  )
  return { ask, dialog }
}
