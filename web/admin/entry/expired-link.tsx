import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { words } from '../words/index.ts'
import { AskLink } from './ask-link.tsx'
import { EntryFrame } from './entry-frame.tsx'

/** Says that a mailed link no longer works, and offers a new one. `back` leads to the sign-in page. */
export function ExpiredLink({ purpose, back }: { purpose: 'sign-in' | 'reset'; back: () => void }) {
  const [asking, setAsking] = useState(false)
  if (asking) return <AskLink purpose={purpose} back={back} />
  return (
    <EntryFrame
      title={words.entry.linkDead}
      text={purpose === 'reset' ? words.entry.overAnHour : words.entry.overMinutes}
    >
      <Button fullWidth onClick={() => setAsking(true)}>
        {words.entry.getNewLink}
      </Button>
      <Anchor component="button" type="button" ta="start" onClick={back}>
        {words.entry.backToSignIn}
      </Anchor>
    </EntryFrame>
  )
}
