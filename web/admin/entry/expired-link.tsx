import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { AskLink } from './ask-link.tsx'
import { EntryFrame } from './entry-frame.tsx'

const VALID = { 'sign-in': '15 minutes', reset: 'an hour' }

/** Says that a mailed link no longer works, and offers a new one. `back` leads to the sign-in page. */
export function ExpiredLink({ purpose, back }: { purpose: 'sign-in' | 'reset'; back: () => void }) {
  const [asking, setAsking] = useState(false)
  if (asking) return <AskLink purpose={purpose} back={back} />
  return (
    <EntryFrame
      title="This link no longer works"
      text={`It was used already, or is more than ${VALID[purpose]} old.`}
    >
      <Button fullWidth onClick={() => setAsking(true)}>
        Get a new link
      </Button>
      <Anchor component="button" type="button" ta="start" onClick={back}>
        Back to sign in
      </Anchor>
    </EntryFrame>
  )
}
