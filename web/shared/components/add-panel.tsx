import type { CalendarUrls } from '../../../src/links/calendar-urls.ts'
import { addLink, type Application, type Feeding } from '../applications.ts'
import { device } from '../device.ts'
import { say, words } from '../page.ts'
import { AddWays, Code } from './add-ways.tsx'
import { APPLICATION_ICONS } from './application-icons.tsx'
import { LinkButton } from './button.tsx'
import { CopyField } from './copy-field.tsx'

interface AddProps {
  application: Feeding
  urls: CalendarUrls
  /** Opens the portal's screen with this panel on another device. */
  addUrl: string
  /** True if the page shows the `AddLink` elsewhere. */
  linkElsewhere?: boolean
  /** True if nothing may be asked of the service. */
  trial?: boolean
}

/** How to add the calendar to an application, and how long updates take there. */
export function AddPanel({ application, urls, addUrl, linkElsewhere = false, trial = false }: AddProps) {
  const Icon = APPLICATION_ICONS[application]
  return (
    <div class="add">
      {!linkElsewhere && <AddLink application={application} urls={urls} />}
      {application === 'other' && <CopyField label={words.applications.yourLink} value={urls.httpsCalUrl} />}
      {application === 'phone' && <Code text={addUrl} />}
      <div class="what">
        <Icon />
        <div>
          {sentences(application).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {/* Google's own application opens the link on some phones, and can't add it. */}
          {application === 'google' && device === 'android' && (
            <AddWays urls={urls} addUrl={addUrl} trial={trial} />
          )}
          {application === 'other' && (
            <>
              <p>
                <a href={urls.webCalUrl} target="_top">
                  {words.applications.openApplication}
                </a>
              </p>
              <p>
                <a href={addUrl.replace(/#add$/, '#account')} target="_blank" rel="noopener noreferrer">
                  {words.account.title}
                </a>
                {'. '}
                {words.account.text}
              </p>
            </>
          )}
        </div>
      </div>
    </div>
  )
}

/** The link that adds the calendar to an application, if there is one. */
export function AddLink({ application, urls }: { application: Application; urls: CalendarUrls }) {
  const link = addLink(application, urls)
  if (link === undefined) return null
  return (
    <LinkButton kind="main" href={link} {...targetOf(link)}>
      {say(words.applications.add, { application: words.applications[application] })}
    </LinkButton>
  )
}

/**
 * Web pages open in a new tab, so that the instructions here stay visible. `webcal:` links open from the top
 * window: in a frame, the host page's content security policy would block them.
 */
function targetOf(link: string) {
  return link.startsWith('webcal:') ? { target: '_top' } : { target: '_blank', rel: 'noopener noreferrer' }
}

function sentences(application: Feeding): string[] {
  const { applications } = words
  switch (application) {
    case 'google':
      return device === 'android'
        ? [applications.googleText, applications.googleAndroid]
        : [applications.googleText]
    case 'apple':
      return [applications.appleText, applications.appleAlerts]
    default:
      return [applications[`${application}Text`]]
  }
}
