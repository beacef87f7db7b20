import type { ComponentChild } from 'preact'
import type { SubscriberLinks } from '../../src/http/widget/answers.ts'
import type { Application } from '../shared/applications.ts'
import { AddLink, AddPanel } from '../shared/components/add-panel.tsx'
import { ApplicationTiles } from '../shared/components/applications.tsx'
import { OpenSign } from '../shared/components/icons.tsx'
import { words } from '../shared/page.ts'
import { StepHeading } from './subscribe-heading.tsx'

interface DoneProps {
  application: Application
  links: SubscriberLinks
  notice?: ComponentChild
  onChoose: (application: Application) => void
}

/** Brings the calendar into the application: what to expect, and how to change or leave. */
export function DoneStep({ application, links, notice, onChoose }: DoneProps) {
  const { subscribe } = words
  const { calendarUrl, manageUrl } = links
  const byLink = application !== 'other' && application !== 'phone'
  return (
    <div class="form" key={application}>
      <StepHeading title={subscribe.doneTitle} progress={{ begun: true, step: 0, steps: 0 }} />
      {notice}
      <AddPanel application={application} urls={calendarUrl} manageUrl={manageUrl} linkElsewhere />
      <h2>{subscribe.afterTitle}</h2>
      <p>
        {subscribe.afterManage}{' '}
        <a href={manageUrl} target="_blank" rel="noopener noreferrer">
          {subscribe.manage}
        </a>
      </p>
      <details class="more">
        <summary>
          <OpenSign />
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
