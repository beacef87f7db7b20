import { useRef, useState } from 'preact/hooks'
import type { PortalData } from '../../src/http/widget/answers.ts'
import { words } from '../shared/page.ts'
import { AddScreen, shownAddress } from './portal-add.tsx'
import { useChoice } from './portal-choice.ts'
import { DevicesScreen } from './portal-devices.tsx'
import { FreshScreen } from './portal-fresh.tsx'
import { LeaveScreen, LeftScreen } from './portal-leave.tsx'
import { MailScreen } from './portal-mail.tsx'
import { OverviewScreen } from './portal-overview.tsx'
import { PushScreen } from './portal-push.tsx'
import { useViews, type View } from './portal-views.ts'

export type Links = Pick<PortalData, 'calendarUrl' | 'addUrl' | 'manageUrl'>

/** The screens that show or change personal data or the feed's address, with their titles. */
const TITLES = {
  add: 'addTitle',
  data: 'dataTitle',
  devices: 'devicesTitle',
  fresh: 'linkTitle',
  leave: 'leaveTitle',
} as const

/** The portal of an active link: an overview, and a screen for each bigger action. */
export function ActivePortal({ data }: { data: PortalData }) {
  const [links, setLinks] = useState<Links>(data)
  const [left, setLeft] = useState(false)
  const path = new URL(links.manageUrl).pathname
  const { view, open, back } = useViews(path)
  const choice = useChoice(data, path)
  const cameFrom = useRef<View>('')
  if (view !== '') cameFrom.current = view

  const { publisher, widgetId, fresh } = data
  if (left) return <LeftScreen publisher={publisher} widgetId={widgetId} />
  const address = shownAddress(links)
  if (isPersonal(view) && !(view === 'add' ? address : fresh)) {
    const title = words.portal[TITLES[view]]
    return <MailScreen key={view} publisher={publisher} path={path} title={title} onBack={back} />
  }
  switch (view) {
    case 'add':
      return <AddScreen publisher={publisher} address={address!} onBack={back} />
    case 'fresh':
      return <FreshScreen publisher={publisher} path={path} onBack={back} onFresh={setLinks} />
    case 'devices':
      return <DevicesScreen publisher={publisher} path={path} onBack={back} onEndAll={() => open('fresh')} />
    case 'notify':
      return <PushScreen data={data} path={path} onBack={back} />
    case 'leave':
      return (
        <LeaveScreen
          publisher={publisher}
          path={path}
          onBack={back}
          onLeft={() => {
            history.replaceState(null, '', path + location.search)
            setLeft(true)
          }}
        />
      )
    // With a fresh link, the data is a download of the overview.
    case 'data':
    case '':
      return (
        <OverviewScreen data={data} path={path} choice={choice} cameFrom={cameFrom.current} onOpen={open} />
      )
  }
}

function isPersonal(view: View): view is keyof typeof TITLES {
  return Object.hasOwn(TITLES, view)
}
