import type { ListedCalendar } from '../../../src/http/widget/answers.ts'
import { say, words } from '../page.ts'
import { namesOf, type ProviderName } from '../providers.ts'
import { LinkButton } from './button.tsx'

/** The page with the instructions stays. */
const NEW_TAB = { target: '_blank', rel: 'noopener noreferrer' }

interface OfferProps {
  provider: ProviderName
  /** Opens the screen of the portal that connects an account at the provider. */
  connectUrl: string
  /** Those whose mirrors are offered, if they have any. */
  calendars: Mirrored[]
  /** True if the page shows the `ConnectLink` elsewhere. */
  linkElsewhere?: boolean
}

type Mirrored = Pick<ListedCalendar, 'id' | 'name' | 'mirror'>

/** The ways to an application that shows changes within seconds, in place of the feed. */
export function PushedOffer({ provider, connectUrl, calendars, linkElsewhere = false }: OfferProps) {
  return (
    <div class="pushed-offer">
      <p>{say(words.pushed.text, namesOf(provider))}</p>
      <WhatIsAsked provider={provider} />
      {!linkElsewhere && <ConnectLink {...{ provider, connectUrl }} />}
      {provider === 'google' && <Mirrors calendars={calendars} />}
      <p class="soft">{words.pushed.instead}</p>
    </div>
  )
}

/** What the provider will ask, before somebody goes there. */
export function WhatIsAsked({ provider }: Pick<OfferProps, 'provider'>) {
  const { pushed } = words
  if (provider === 'google') return <p>{pushed.consentGoogle}</p>
  return (
    <>
      <p>{pushed.consentMicrosoft}</p>
      <p>{pushed.administrator}</p>
    </>
  )
}

export function ConnectLink({ provider, connectUrl }: Pick<OfferProps, 'provider' | 'connectUrl'>) {
  return (
    <LinkButton kind="main" href={connectUrl} {...(connectUrl.startsWith('#') ? {} : NEW_TAB)}>
      {say(words.pushed.connect, namesOf(provider))}
    </LinkButton>
  )
}

/** The mirrors of public calendars, with what they can't do. Nothing where there are none. */
export function Mirrors({ calendars }: Pick<OfferProps, 'calendars'>) {
  if (calendars.every(({ mirror }) => mirror === false)) return null
  return (
    <>
      <h2>{words.pushed.mirrorTitle}</h2>
      <MirrorLinks calendars={calendars} />
    </>
  )
}

export function MirrorLinks({ calendars }: Pick<OfferProps, 'calendars'>) {
  const { pushed } = words
  return (
    <>
      <p>{pushed.mirrorText}</p>
      <ul class="mirrors">
        {calendars.map(
          ({ id, name, mirror }) =>
            mirror !== false && (
              <li key={id}>
                <LinkButton href={mirror} {...NEW_TAB}>
                  {say(pushed.addMirror, { calendar: name })}
                </LinkButton>
              </li>
            ),
        )}
      </ul>
    </>
  )
}
