import { useRef, useState } from 'preact/hooks'
import type { PortalData, SubscriberLinks } from '../../src/http/widget/answers.ts'
import { AddScreen } from './portal-add.tsx'
import { useChoice } from './portal-choice.ts'
import { FreshScreen } from './portal-fresh.tsx'
import { LeaveScreen, LeftScreen } from './portal-leave.tsx'
import { OverviewScreen } from './portal-overview.tsx'
import { useViews, type View } from './portal-views.ts'

export type Links = Pick<SubscriberLinks, 'calendarUrl' | 'manageUrl'>

/** The portal of a link that works: an overview, and a screen for each thing that needs one. */
export function ActivePortal({ data }: { data: PortalData }) {
  const [links, setLinks] = useState<Links>(data)
  const [left, setLeft] = useState(false)
  const path = new URL(links.manageUrl).pathname
  const { view, open, back } = useViews(path)
  const choice = useChoice(data, path)
  const cameFrom = useRef<View>('')
  if (view !== '') cameFrom.current = view

  const { publisher, widgetId } = data
  if (left) return <LeftScreen publisher={publisher} widgetId={widgetId} />
  switch (view) {
    case 'add':
      return <AddScreen publisher={publisher} links={links} onBack={back} />
    case 'fresh':
      return <FreshScreen publisher={publisher} path={path} onBack={back} onFresh={setLinks} />
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
    case '':
      return (
        <OverviewScreen data={data} path={path} choice={choice} cameFrom={cameFrom.current} onOpen={open} />
      )
  }
}
