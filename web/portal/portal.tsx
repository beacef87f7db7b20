import '../shared/fan.css'
import '../widget/events-list.css'
import './portal.css'
import type { LostLink, PortalState } from '../../src/http/widget/answers.ts'
import { pageData, show } from '../shared/page.ts'
import { ActivePortal } from './portal-active.tsx'
import { LostPage } from './portal-lost.tsx'
import { PendingPage } from './portal-pending.tsx'

/** The data of the page behind a manage link, or of the page that sends one. */
type PortalPage = PortalState | LostLink

const page = pageData<PortalPage>()
// A page from the browser's back/forward cache may be outdated.
addEventListener('pageshow', (event) => event.persisted && location.reload())
show(<Portal />)

function Portal() {
  if (page.state === 'active') return <ActivePortal data={page} />
  if (page.state === 'pending') return <PendingPage {...page} />
  return <LostPage {...page} />
}
