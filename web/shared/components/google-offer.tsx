import type { ListedCalendar } from '../../../src/http/widget/answers.ts'
import { say, words } from '../page.ts'
import { LinkButton } from './button.tsx'

interface OfferProps {
  /** Opens the screen of the portal that connects an account at Google; undefined: none is offered. */
  connectUrl: string | undefined
  /** Those whose mirrors are offered, if they have any. */
  calendars: Pick<ListedCalendar, 'id' | 'name' | 'mirror'>[]
}

/** The ways to Google Calendar that show changes within seconds, in place of the feed. Nothing where there are none. */
export function GoogleOffer({ connectUrl, calendars }: OfferProps) {
  const { google } = words
  const mirrored = calendars.filter(({ mirror }) => mirror !== false)
  if (connectUrl === undefined && mirrored.length === 0) return null
  return (
    <section class="google-offer">
      <h2>{google.title}</h2>
      {connectUrl !== undefined && (
        <>
          <p>
            {google.text} {google.consent}
          </p>
          <p>
            <LinkButton href={connectUrl} {...(connectUrl.startsWith('#') ? {} : NEW_TAB)}>
              {google.connect}
            </LinkButton>
          </p>
        </>
      )}
      <Mirrors calendars={mirrored} />
      <p class="soft">{google.instead}</p>
    </section>
  )
}

/** The mirrors of public calendars, with what they can't do. Nothing where there are none. */
export function Mirrors({ calendars }: Pick<OfferProps, 'calendars'>) {
  const { google } = words
  const mirrored = calendars.flatMap(({ id, name, mirror }) =>
    mirror === false ? [] : [{ id, name, mirror }],
  )
  if (mirrored.length === 0) return null
  return (
    <>
      <h3>{google.mirrorTitle}</h3>
      <p>{google.mirrorText}</p>
      <ul class="mirrors">
        {mirrored.map(({ id, name, mirror }) => (
          <li key={id}>
            <LinkButton href={mirror} {...NEW_TAB}>
              {say(google.addMirror, { calendar: name })}
            </LinkButton>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The page with the instructions stays. */
const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' }
