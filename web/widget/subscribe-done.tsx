import type { ComponentChild } from 'preact'
import type { SubscriberLinks } from '../../src/http/widget/answers.ts'
import type { Application } from '../shared/applications.ts'
import { AddLink, AddPanel } from '../shared/components/add-panel.tsx'
import { ApplicationTiles } from '../shared/components/applications.tsx'
import { OpenIcon } from '../shared/components/icons.tsx'
import { words } from '../shared/page.ts'
import { StepHeading } from './subscribe-heading.tsx'

interface DoneProps {
  application: Application
  links: SubscriberLinks
  /** The address that the service has sent an e-mail to. */
  email: string
  notice?: ComponentChild
  onChoose: (application: Application) => void
}

/** The last step: adds the calendar to the application, and says how to change or unsubscribe. */
export function DoneStep({ application, links, email, notice, onChoose }: DoneProps) {
  const { subscribe } = words
  const { calendarUrl, manageUrl } = links
  const byLink = application !== 'other' && application !== 'phone'
  return (
    <div class="form" key={application}>
      <StepHeading title={subscribe.doneTitle} progress={{ begun: true, step: 0, steps: 0 }} />
      {notice}
      <AddPanel application={application} urls={calendarUrl} addUrl={`${manageUrl}#add`} linkElsewhere />
      <h2>{subscribe.mailTitle}</h2>
      <p>
        <MailText email={email} /> {subscribe.mailWhy}
      </p>
      <h2>{subscribe.afterTitle}</h2>
      <p>
        {subscribe.afterManage}{' '}
        <a href={manageUrl} target="_blank" rel="noopener noreferrer">
          {subscribe.manage}
        </a>
      </p>
      <details class="more">
        <summary>
          <OpenIcon />
          {subscribe.moreApplications}
        </summary>
        <ApplicationTiles chosen={application} onChoose={onChoose} />
      </details>
      {byLink && (
        <div class="action">
          <AddLink application={application} urls={calendarUrl} />
        </div>
      )}
    </div>
  )
}

function MailText({ email }: { email: string }) {
  const [before = '', after = ''] = words.subscribe.mailText.split('{email}')
  return (
    <>
      {before}
      <strong>
        <bdi>{email}</bdi>
      </strong>
      {after}
    </>
  )
}
