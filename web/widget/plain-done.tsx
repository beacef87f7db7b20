import type { PlainDonePage } from '../../src/http/widget/answers.ts'
import { addLink, type Application } from '../shared/applications.ts'
import { LinkButton } from '../shared/components/button.tsx'
import { TextField } from '../shared/components/field.tsx'
import { Page } from '../shared/components/page-frame.tsx'
import { say, words } from '../shared/page.ts'
import { MailText } from './mail-text.tsx'

const APPLICATIONS: Application[] = ['google', 'apple', 'outlookcom', 'microsoft365', 'outlook']

/** The end of subscribing without scripts: a link for each application, and the feed's own. */
export function PlainDone({ publisher, email, links }: PlainDonePage) {
  const { subscribe, applications } = words
  const { calendarUrl, manageUrl } = links
  return (
    <Page publisher={publisher}>
      <div class="form">
        <h1>{subscribe.doneTitle}</h1>
        <p class="lead">{subscribe.applicationTitle}</p>
        <ul class="plain-applications">
          {APPLICATIONS.map((application) => (
            <li key={application}>
              <LinkButton href={addLink(application, calendarUrl)!}>
                {say(applications.add, { application: applications[application] })}
              </LinkButton>
            </li>
          ))}
        </ul>
        <TextField
          label={applications.yourLink}
          name="link"
          hint={applications.otherText}
          value={calendarUrl.httpsCalUrl}
          readonly
          required
          dir="ltr"
          onInput={() => {}}
        />
        <h2>{subscribe.mailTitle}</h2>
        <p>
          <MailText email={email} /> {subscribe.mailWhy}
        </p>
        <p>
          <a href={manageUrl}>{subscribe.manage}</a>
        </p>
      </div>
    </Page>
  )
}
