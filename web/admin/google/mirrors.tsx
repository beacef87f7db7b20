import './google.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { GoogleRecord } from '../../../src/http/admin/google-schemas.ts'
import { Section } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { ChooseMirrors } from './choose-mirrors.tsx'
import { Mirror } from './mirror.tsx'

const texts = words.google

/** The calendars at Google, one for each chosen calendar. */
export function Mirrors({ google: { mirrors, state } }: { google: GoogleRecord }) {
  const may = useMay('owner')
  const [choosing, setChoosing] = useState(false)
  const chosen = mirrors.filter((mirror) => mirror.state !== 'ending').map(({ calendar }) => calendar)
  const choose = may && state === 'connected' && (
    <Button variant={mirrors.length === 0 ? 'filled' : 'default'} onClick={() => setChoosing(true)}>
      {texts.choose}
    </Button>
  )
  return (
    <Section title={texts.calendars} text={texts.calendarsText} actions={mirrors.length > 0 && choose}>
      {mirrors.length === 0 ? (
        <Empty title={texts.none} action={choose}>
          {texts.noneText}
        </Empty>
      ) : (
        <ul className="mirrors">
          {mirrors.map((mirror) => (
            <Mirror key={`${mirror.calendar.id} ${mirror.state}`} mirror={mirror} chosen={chosen} />
          ))}
        </ul>
      )}
      <ChooseMirrors opened={choosing} onClose={() => setChoosing(false)} before={chosen} />
    </Section>
  )
}
