import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DeliveryAbout } from '../../../src/http/admin/callbacks-schemas.ts'
import { words } from '../words/index.ts'

/** The words for what a delivery is about: the name of a person or calendar. */
export function aboutText(about: DeliveryAbout | null): string {
  if (!about) return words.developers.madeUp
  const { kind, name, email } = about
  if (kind === 'subscriber') return name || email || words.developers.erasedPerson
  if (kind === 'calendar') return name || words.developers.deletedCalendar
  return kind === 'alert' ? words.developers.anAlert : words.developers.anEvent
}

/** Names the subject of a delivery, with a link to it, and the e-mail of a person. */
export function About({ about }: { about: DeliveryAbout | null }) {
  const text = aboutText(about)
  const isThere = about && (about.name !== '' || about.email !== '')
  const to = about?.kind === 'calendar' ? '/calendars/$id' : '/subscribers/$id'
  return (
    <>
      {isThere ? (
        <Anchor
          className="open-row"
          renderRoot={(props) => <Link to={to} params={{ id: about.id }} {...props} />}
        >
          {text}
        </Anchor>
      ) : (
        text
      )}
      {about?.email && about.email !== text && (
        <Text size="sm" c="dimmed" className="open-row">
          {about.email}
        </Text>
      )}
    </>
  )
}
