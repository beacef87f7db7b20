import type { LostLink, PortalState } from '../../src/http/widget/answers.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { Page } from '../shared/components/page-frame.tsx'
import { words } from '../shared/page.ts'
import { LinkForm } from './portal-link-form.tsx'

type Inactive = Exclude<PortalState, { state: 'active' | 'pending' }>

/** The page for people without an active link, and what they can do. */
export function LostPage({ state, publisher, widgetId }: Inactive | LostLink) {
  const { portal } = words
  const [title, text] = {
    replaced: [portal.replacedTitle, portal.replacedText],
    ended: [portal.endedTitle, portal.endedText],
    lost: [portal.lostTitle, portal.lostText],
  }[state] as [string, string]
  return (
    <Page publisher={publisher}>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
      {widgetId && state !== 'ended' && <LinkForm widgetId={widgetId} />}
      {widgetId && state === 'ended' && (
        <LinkButton kind="main" href={`/w/${widgetId}`}>
          {portal.comeBack}
        </LinkButton>
      )}
      {widgetId && state === 'ended' && (
        <section class="other-way">
          <h2>{portal.lostTitle}</h2>
          <LinkForm widgetId={widgetId} kind="plain" />
        </section>
      )}
      {widgetId && state !== 'ended' && (
        <p class="other-way">
          <a href={`/w/${widgetId}`}>{portal.comeBack}</a>
        </p>
      )}
    </Page>
  )
}
