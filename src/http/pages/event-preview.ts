import { hours } from '../../alerts/event-times.ts'
import { accentOf } from '../../colors.ts'
import type { Preview } from '../../images/draw-preview.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { directionOf, type Language, LANGUAGES } from '../../words/index.ts'
import type { PublicEvent } from '../widget/event-page.ts'

/** Returns what the picture of an event shows, with times at the venue. */
export function eventPreview({ event, calendar, publisher }: PublicEvent, language: Language): Preview {
  const { events, common } = LANGUAGES[language]
  const day = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(
      Date.parse(`${event.startDate}T12:00Z`),
    )
  const when = event.startTime === null ? common.allDay : hours(event.startTime, event.endTime!, language)
  return {
    leaf: {
      weekday: day({ weekday: 'short' }),
      day: day({ day: 'numeric' }),
      month: day({ month: 'short', year: 'numeric' }),
    },
    title: event.name,
    isStruck: event.cancelled,
    mark: event.cancelled ? events.cancelled : '',
    lines: [when, event.location],
    from: calendar.name === publisher.company ? calendar.name : `${calendar.name} · ${publisher.company}`,
    ...lookOf(publisher, language),
  }
}

/** Returns what the picture of a calendar without a next event shows. */
export function emptyPreview(
  { calendar, publisher }: Omit<PublicEvent, 'event'>,
  language: Language,
): Preview {
  return {
    title: calendar.name,
    isStruck: false,
    mark: '',
    lines: [LANGUAGES[language].events.none],
    from: publisher.company,
    ...lookOf(publisher, language),
  }
}

function lookOf({ settings }: Publisher, language: Language): Pick<Preview, 'direction' | 'accent'> {
  return {
    direction: directionOf(language),
    accent: accentOf(settings.displayPrimaryColor || false, 'light').accent,
  }
}
