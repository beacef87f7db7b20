import { useEffect, useRef, useState } from 'preact/hooks'
import type { PortalData, PublisherLook } from '../../src/http/widget/answers.ts'
import type { CalendarUrls } from '../../src/links/calendar-urls.ts'
import { type Application, applicationsFor, isFeeding } from '../shared/applications.ts'
import { AddPanel } from '../shared/components/add-panel.tsx'
import { ApplicationTiles } from '../shared/components/applications.tsx'
import { PushedOffer } from '../shared/components/pushed-offer.tsx'
import { device } from '../shared/device.ts'
import { words } from '../shared/page.ts'
import { providerOf } from '../shared/providers.ts'
import { Screen } from './portal-screen.tsx'

/** The address of a feed, and the one that leads another device to it. */
export interface FeedAddress {
  calendarUrl: CalendarUrls
  addUrl: string
}

/** Returns the address that the page of a link shows, or undefined if it shows none. */
export function shownAddress(data: {
  calendarUrl: CalendarUrls | null
  addUrl: string | null
}): FeedAddress | undefined {
  const { calendarUrl, addUrl } = data
  return calendarUrl && addUrl ? { calendarUrl, addUrl } : undefined
}

/** The ways that are offered beside the feed. A pending link offers none. */
type Offered = Pick<PortalData, 'providers' | 'calendars'>

interface AddScreenProps {
  publisher: PublisherLook
  offered?: Offered
  address: FeedAddress
  onBack: () => void
}

/** Adds the calendar to another application or device. The QR code leads here. */
export function AddScreen({ publisher, offered, address, onBack }: AddScreenProps) {
  return (
    <Screen publisher={publisher} title={words.portal.addTitle} onBack={onBack}>
      <p class="lead">{words.portal.addText}</p>
      <AddCalendar {...address} offered={offered} />
    </Screen>
  )
}

/** The applications for this device, with instructions for the chosen one. */
export function AddCalendar({
  calendarUrl,
  addUrl,
  offered,
}: FeedAddress & { offered: Offered | undefined }) {
  const [chosen, setChosen] = useState<Application>(applicationsFor(device, [])[0]!)
  const provider = providerOf(chosen)
  const panel = useRef<HTMLDivElement>(null)
  const touched = useRef(false)
  useEffect(() => {
    if (touched.current) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <>
      <ApplicationTiles
        providers={offered?.providers ?? []}
        chosen={chosen}
        onChoose={(application) => {
          touched.current = true
          setChosen(application)
        }}
      />
      <div ref={panel} aria-live="polite">
        {provider && (
          <PushedOffer
            provider={provider}
            connectUrl={`#${provider}`}
            calendars={offered?.calendars.filter(({ subscribed }) => subscribed) ?? []}
          />
        )}
        {isFeeding(chosen) && (
          <AddPanel key={chosen} application={chosen} urls={calendarUrl} addUrl={addUrl} />
        )}
      </div>
    </>
  )
}
