import { useRef, useState } from 'preact/hooks'
import type { PortalData } from '../../src/http/widget/answers.ts'
import { say, words } from '../shared/page.ts'
import { namesOf } from '../shared/providers.ts'
import { AccountScreen } from './portal-account.tsx'
import { AddScreen, shownAddress } from './portal-add.tsx'
import { useChoice } from './portal-choice.ts'
import { DevicesScreen } from './portal-devices.tsx'
import { EmailScreen } from './portal-email.tsx'
import { FreshScreen } from './portal-fresh.tsx'
import { LeaveScreen, LeftScreen } from './portal-leave.tsx'
import { MailScreen } from './portal-mail.tsx'
import { OverviewScreen } from './portal-overview.tsx'
import { PushScreen } from './portal-push.tsx'
import { PushedScreen } from './portal-pushed.tsx'
import { useViews, type View } from './portal-views.ts'

export type Links = Pick<PortalData, 'calendarUrl' | 'addUrl' | 'manageUrl'>

/** The titles of the screens that show or change personal data or the feed's address. */
const TITLES = {
  account: () => words.account.title,
  add: () => words.portal.addTitle,
  data: () => words.portal.dataTitle,
  devices: () => words.portal.devicesTitle,
  email: () => words.email.title,
  fresh: () => words.portal.linkTitle,
  google: () => say(words.pushedScreen.title, namesOf('google')),
  leave: () => words.portal.leaveTitle,
  microsoft: () => say(words.pushedScreen.title, namesOf('microsoft')),
  mine: () => words.mine.showTitle,
}

/** The portal of an active link: an overview, and a screen for each bigger action. */
export function ActivePortal({ data }: { data: PortalData }) {
  const [links, setLinks] = useState<Links>(data)
  const [left, setLeft] = useState(false)
  const path = new URL(links.manageUrl).pathname
  const views = useViews(path)
  const { open, back } = views
  // An old address may name what is offered no more.
  const isOffered = (name: View) =>
    (name !== 'google' && name !== 'microsoft') || data.providers.includes(name)
  const view = isOffered(views.view) ? views.view : ''
  const choice = useChoice(data, path)
  const cameFrom = useRef<View>('')
  if (view !== '') cameFrom.current = view

  const { publisher, widgetId, fresh, fromMail } = data
  if (left) return <LeftScreen publisher={publisher} widgetId={widgetId} />
  const address = shownAddress(links)
  // An address that was only typed may be anybody's, so it takes a mail to change it.
  const { [view]: isOpen = fresh } = { add: address !== undefined, email: fromMail } as Partial<
    Record<View, boolean>
  >
  if (isPersonal(view) && !isOpen) {
    return (
      <MailScreen key={view} publisher={publisher} path={path} title={TITLES[view]()} onBack={back}>
        {view === 'email' && fresh && <p>{words.email.mistyped}</p>}
      </MailScreen>
    )
  }
  switch (view) {
    case 'account':
      return <AccountScreen publisher={publisher} path={path} onBack={back} />
    case 'add':
      return <AddScreen publisher={publisher} offered={data} address={address!} onBack={back} />
    case 'fresh':
      return <FreshScreen data={data} path={path} onBack={back} onFresh={setLinks} />
    case 'google':
    case 'microsoft':
      return <PushedScreen key={view} provider={view} data={data} path={path} onBack={back} />
    case 'devices':
      return <DevicesScreen publisher={publisher} path={path} onBack={back} onEndAll={() => open('fresh')} />
    case 'email':
      return <EmailScreen data={data} path={path} onBack={back} />
    case 'notify':
      return <PushScreen data={data} path={path} onBack={back} />
    case 'leave':
      return (
        <LeaveScreen
          data={data}
          path={path}
          onBack={back}
          onLeft={() => {
            history.replaceState(null, '', path + location.search)
            setLeft(true)
          }}
        />
      )
    // With a fresh link, the overview shows everything, and has the data as a download.
    case 'data':
    case 'mine':
    case '':
      return (
        <OverviewScreen data={data} path={path} choice={choice} cameFrom={cameFrom.current} onOpen={open} />
      )
  }
}

function isPersonal(view: View): view is keyof typeof TITLES {
  return Object.hasOwn(TITLES, view)
}
