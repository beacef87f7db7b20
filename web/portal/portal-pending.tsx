import type { PortalState } from '../../src/http/widget/answers.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { words } from '../shared/page.ts'
import { AddScreen, shownAddress } from './portal-add.tsx'
import { MailButton } from './portal-mail.tsx'
import { ScreenLink } from './portal-overview.tsx'
import { Screen } from './portal-screen.tsx'
import { useViews } from './portal-views.ts'

type Pending = Extract<PortalState, { state: 'pending' }>

/** The page behind the manage link of a request that was not confirmed. */
export function PendingPage({ publisher, expired, calendars, widgetId, manageUrl, ...urls }: Pending) {
  const { portal } = words
  const path = new URL(manageUrl).pathname
  const address = shownAddress(urls)
  const { view, open, back } = useViews(path)
  // The code for a phone, which the widget's page shows, leads there.
  if (view === 'add' && address) return <AddScreen publisher={publisher} address={address} onBack={back} />
  return (
    <Screen publisher={publisher} title={expired ? portal.pendingOver : portal.pendingTitle} follows={false}>
      <p class="lead">{expired ? portal.pendingExpired : portal.pendingText}</p>
      {calendars.length > 0 && (
        <>
          <p>{expired ? portal.pendingStays : portal.pendingShows}</p>
          <ul class="names">
            {calendars.map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {calendars.length === 0 && !expired && <p>{portal.pendingNone}</p>}
      {address && (
        <ul class="screen-links">
          <ScreenLink view="add" title={portal.addTitle} text={portal.addText} onOpen={open} />
        </ul>
      )}
      <div class="action">
        {!expired && <MailButton path={path} label={portal.sendAgain} />}
        {expired && widgetId && (
          <LinkButton kind="main" href={`/w/${widgetId}`}>
            {portal.comeBack}
          </LinkButton>
        )}
      </div>
    </Screen>
  )
}
