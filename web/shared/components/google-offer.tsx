import type { ListedCalendar } from '../../../src/http/widget/answers.ts'
import { say, words } from '../page.ts'
import { LinkButton } from './button.tsx'

/** The page with the instructions stays. */
const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' }

interface OfferProps {
  /** Opens the screen of the portal that connects an account at Google. */
  connectUrl: string
  /** Those whose mirrors are offered, if they have any. */
  calendars: Mirrored[]
  /** True if the page shows the `ConnectLink` elsewhere. */
  linkElsewhere?: boolean
}

type Mirrored = Pick<ListedCalendar, 'id' | 'name' | 'mirror'>

/** The ways to Google Calendar that show changes within seconds, in place of the feed. */
export function GoogleOffer({ connectUrl, calendars, linkElsewhere = false }: OfferProps) {
  const { google } = words
  return (
    <div class="google-offer">
      <p>{google.text}</p>
      <p>{google.consent}</p>
      {!linkElsewhere && <ConnectLink connectUrl={connectUrl} />}
      <Mirrors calendars={calendars} />
      <p class="soft">{google.instead}</p>
    </div>
  )
}

export function ConnectLink({ connectUrl }: Pick<OfferProps, 'connectUrl'>) {
  return (
    <LinkButton kind="main" href={connectUrl} {...(connectUrl.startsWith('#') ? {} : NEW_TAB)}>
      {words.google.connect}
    </LinkButton>
  )
}

/** The mirrors of public calendars, with what they can't do. Nothing where there are none. */
export function Mirrors({ calendars }: Pick<OfferProps, 'calendars'>) {
  const { google } = words
  if (calendars.every(({ mirror }) => mirror === false)) return null
  return (
    <>
      <h2>{google.mirrorTitle}</h2>
      <MirrorLinks calendars={calendars} />
    </>
  )
}

export function MirrorLinks({ calendars }: Pick<OfferProps, 'calendars'>) {
  const { google } = words
  return (
    <>
      <p>{google.mirrorText}</p>
      <ul class="mirrors">
        {calendars.map(
          ({ id, name, mirror }) =>
            mirror !== false && (
              <li key={id}>
                <LinkButton href={mirror} {...NEW_TAB}>
                  {say(google.addMirror, { calendar: name })}
                </LinkButton>
              </li>
            ),
        )}
      </ul>
    </>
  )
}
