import '../shared/fan.css'
import './portal.css'
import type { PortalState } from '../../src/http/widget/answers.ts'
import { pageData, show } from '../shared/page.ts'
import { applyColors } from '../shared/theme.ts'
import { ActivePortal } from './portal-active.tsx'
import { LostPage, type LostState } from './portal-lost.tsx'

/** What the service puts into the page behind a manage link, or into the one to ask for such a link. */
type PortalPage = PortalState | LostState

const page = pageData<PortalPage>()
applyColors(page.publisher)
// What a browser kept of this page may not be true any more.
addEventListener('pageshow', (event) => event.persisted && location.reload())
show(page.state === 'active' ? <ActivePortal data={page} /> : <LostPage {...page} />)
