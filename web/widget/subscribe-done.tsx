import type { ComponentChild } from 'preact'
import { useRef } from 'preact/hooks'
import type { ListedCalendar, SubscriberLinks } from '../../src/http/widget/answers.ts'
import { addLink, type Application, isFeeding } from '../shared/applications.ts'
import { AddLink, AddPanel } from '../shared/components/add-panel.tsx'
import { AddWays } from '../shared/components/add-ways.tsx'
import { ApplicationTiles } from '../shared/components/applications.tsx'
import { OpenIcon } from '../shared/components/icons.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { ConnectLink, PushedOffer } from '../shared/components/pushed-offer.tsx'
import { device } from '../shared/device.ts'
import { say, words } from '../shared/page.ts'
import { type ProviderName, providerOf } from '../shared/providers.ts'
import { MailText } from './mail-text.tsx'
import { NextDates } from './subscribe-dates.tsx'
import { type FirstFetch, useFirstFetch } from './subscribe-fetched.ts'
import { StepHeading } from './subscribe-heading.tsx'

interface DoneProps {
  application: Application
  links: SubscriberLinks
  widgetId: string
  /** The chosen calendars. */
  calendars: ListedCalendar[]
  /** Those into whose accounts the calendar can be written as well. */
  providers: ProviderName[]
  /** The address that the service has sent an e-mail to. */
  email: string
  /** True if the publisher vouched for the address: no e-mail was sent. */
  vouched: boolean
  notice?: ComponentChild
  /** True if nothing may be asked of the service. */
  trial: boolean
  onChoose: (application: Application) => void
}

/**
 * The end, which stays while the application opens. It says what to do there, whether an application has fetched the
 * feed, and what to do if nothing opened.
 */
export function DoneStep(props: DoneProps) {
  const { application, links, calendars, providers, email, vouched, notice, trial, onChoose } = props
  const { subscribe } = words
  const { calendarUrl, manageUrl } = links
  const addUrl = `${manageUrl}#add`
  const provider = providerOf(application)
  const asks = !trial && provider === undefined
  const fetch = useFirstFetch(asks ? new URL(manageUrl).pathname : undefined)
  // Only the first fetch of a link is known: nobody can tell whether another application works too.
  const fetchedFor = useRef<Application>(undefined)
  if (typeof fetch === 'object') fetchedFor.current ??= application
  const fetched = fetchedFor.current === application
  const byLink = addLink(application, calendarUrl) !== undefined
  const onPhone = device === 'ios' || device === 'android'
  // That box has these ways in itself.
  const hasWays = application === 'google' && device === 'android'
  return (
    <div class="form">
      <StepHeading
        key={application}
        title={fetched ? subscribe.doneAll : titleOf(application)}
        progress={{ begun: true, step: 0, steps: 0 }}
      />
      {notice}
      {!provider && (fetched || fetchedFor.current === undefined) && (
        <Status fetch={fetch} application={application} />
      )}
      {provider && (
        <PushedOffer connectUrl={`${manageUrl}#${provider}`} {...{ provider, calendars }} linkElsewhere />
      )}
      {!fetched && isFeeding(application) && (
        <AddPanel {...{ application, addUrl, trial }} key={application} urls={calendarUrl} linkElsewhere />
      )}
      <NextDates {...props} />
      {!fetched && !hasWays && byLink && (
        <>
          <h2>{subscribe.otherWays}</h2>
          <AddWays urls={calendarUrl} addUrl={addUrl} code={!onPhone} trial={trial} />
        </>
      )}
      {!vouched && (
        <>
          <h2>{subscribe.mailTitle}</h2>
          <p>
            <MailText email={email} /> {subscribe.mailWhy}
          </p>
        </>
      )}
      <h2>{subscribe.afterTitle}</h2>
      <p>
        {subscribe.afterManage}{' '}
        <a href={manageUrl} target="_blank" rel="noopener noreferrer">
          {subscribe.manage}
        </a>
      </p>
      <details class="more" key={application}>
        <summary>
          <OpenIcon />
          {subscribe.moreApplications}
        </summary>
        <ApplicationTiles providers={providers} chosen={application} onChoose={onChoose} />
      </details>
      {byLink && !fetched && (
        <div class="action">
          <AddLink application={application} urls={calendarUrl} />
        </div>
      )}
      {provider && (
        <div class="action">
          <ConnectLink provider={provider} connectUrl={`${manageUrl}#${provider}`} />
        </div>
      )}
    </div>
  )
}

function titleOf(application: Application): string {
  if (providerOf(application) || ['other', 'phone'].includes(application)) return words.subscribe.doneTitle
  return say(words.subscribe.doneConfirm, { application: words.applications[application] })
}

/** Says whether an application has fetched the feed. Screen readers hear the change. */
function Status({ fetch, application }: { fetch: FirstFetch; application: Application }) {
  const { subscribe } = words
  return (
    <div aria-live="polite">
      {fetch === 'waiting' && <p class="lead">{subscribe.fetching}</p>}
      {fetch === 'late' && <Notice kind="info">{subscribe.notFetched}</Notice>}
      {typeof fetch === 'object' && (
        <Notice kind="ok">
          <p>
            <strong>
              {say(subscribe.fetched, { application: shownName(fetch.application, application) })}
            </strong>
          </p>
          <p>{subscribe.fetchedText}</p>
        </Notice>
      )}
    </div>
  )
}

/** The name that people know: Outlook.com fetches as Exchange does, and Apple Calendar tells the system too. */
function shownName(name: string, chosen: Application): string {
  const { applications } = words
  if (name === 'Microsoft 365') return applications[chosen === 'outlookcom' ? chosen : 'microsoft365']
  if (name === 'Google Calendar') return applications.google
  return name.startsWith('Apple Calendar') ? applications.apple : name
}
