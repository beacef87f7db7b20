import { useEffect, useState } from 'preact/hooks'
import type { CalendarUrls } from '../../../src/feeds/calendar-urls.ts'
import { addLink, type Application } from '../applications.ts'
import { device } from '../device.ts'
import { say, words } from '../page.ts'
import { APPLICATION_SIGNS } from './application-signs.tsx'
import { LinkButton } from './button.tsx'
import { CopyField } from './copy-field.tsx'
import type { QrCode } from './qr-code.tsx'

interface AddProps {
  application: Application
  urls: CalendarUrls
  manageUrl: string
  /** The link is elsewhere on the page, as an `AddLink`. */
  linkElsewhere?: boolean
}

/** How the calendar gets into one application, and how long updates take there. */
export function AddPanel({ application, urls, manageUrl, linkElsewhere = false }: AddProps) {
  const Sign = APPLICATION_SIGNS[application]
  return (
    <div class="add">
      {!linkElsewhere && <AddLink application={application} urls={urls} />}
      {application === 'other' && <CopyField label={words.apps.yourLink} value={urls.httpsCalUrl} />}
      {application === 'phone' && <Code text={`${manageUrl}#add`} />}
      <div class="what">
        <Sign />
        <div>
          {sentences(application).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {application === 'other' && (
            <p>
              <a href={urls.webCalUrl} target="_top">
                {words.apps.openProgram}
              </a>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** The link that brings the calendar into an application; nothing where it takes another way. */
export function AddLink({ application, urls }: Pick<AddProps, 'application' | 'urls'>) {
  const link = addLink(application, urls)
  if (link === undefined) return null
  return (
    <LinkButton kind="main" href={link} {...leaving(link)}>
      {say(words.apps.add, { application: words.apps[application] })}
    </LinkButton>
  )
}

/**
 * Web pages open beside this one, which says how to go on. A `webcal:` address leaves from the topmost page:
 * in a frame, the content security policy of the page around would stop it.
 */
function leaving(link: string) {
  return link.startsWith('webcal:') ? { target: '_top' } : { target: '_blank', rel: 'noopener noreferrer' }
}

function sentences(application: Application): string[] {
  const { apps } = words
  switch (application) {
    case 'google':
      return device === 'android' ? [apps.googleText, apps.googleAndroid] : [apps.googleText]
    case 'apple':
      return [apps.appleText, apps.appleAlerts]
    default:
      return [apps[`${application}Text`]]
  }
}

/** A code for the camera of a phone. What draws it is only fetched by who needs it. */
function Code({ text }: { text: string }) {
  const [Drawing, setDrawing] = useState<typeof QrCode>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    import('./qr-code.tsx').then(
      (module) => setDrawing(() => module.QrCode),
      () => setFailed(true),
    )
  }, [])
  if (Drawing) return <Drawing text={text} label={words.apps.qrLabel} />
  // The address does what the code would have done.
  if (failed) return <CopyField label={words.apps.yourLink} value={text} />
  return (
    <p class="soft" role="status">
      {words.common.loading}
    </p>
  )
}
