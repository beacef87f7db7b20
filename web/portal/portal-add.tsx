import { useEffect, useRef, useState } from 'preact/hooks'
import type { PublisherLook } from '../../src/http/widget/answers.ts'
import { type Application, applicationsFor } from '../shared/applications.ts'
import { AddPanel } from '../shared/components/add-panel.tsx'
import { ApplicationTiles } from '../shared/components/applications.tsx'
import { device } from '../shared/device.ts'
import { words } from '../shared/page.ts'
import type { Links } from './portal-active.tsx'
import { Screen } from './portal-screen.tsx'

interface AddScreenProps {
  publisher: PublisherLook
  links: Links
  onBack: () => void
}

/** Brings the calendar to one more application or device. Who scanned the code on another screen lands here. */
export function AddScreen({ publisher, links, onBack }: AddScreenProps) {
  return (
    <Screen publisher={publisher} title={words.portal.addTitle} onBack={onBack}>
      <p class="lead">{words.portal.addText}</p>
      <AddCalendar {...links} />
    </Screen>
  )
}

/** All applications that fit this device, with the way into the one that is chosen. */
export function AddCalendar({ calendarUrl, manageUrl }: Links) {
  const [chosen, setChosen] = useState<Application>(applicationsFor(device)[0]!)
  const panel = useRef<HTMLDivElement>(null)
  const touched = useRef(false)
  useEffect(() => {
    if (touched.current) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <>
      <ApplicationTiles
        chosen={chosen}
        onChoose={(application) => {
          touched.current = true
          setChosen(application)
        }}
      />
      <div ref={panel} aria-live="polite">
        <AddPanel key={chosen} application={chosen} urls={calendarUrl} manageUrl={manageUrl} />
      </div>
    </>
  )
}
