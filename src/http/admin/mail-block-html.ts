import { timesWithZone } from '../../alerts/event-times.ts'
import { accentOf, SCHEMES } from '../../colors.ts'
import type { CalendarEvent } from '../../events/event.ts'
import { eventKey, eventPath } from '../../events/event-path.ts'
import { escapeHtml } from '../../html.ts'
import { publicFeedUrl } from '../../links/calendar-urls.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { directionOf, type Language, LANGUAGES } from '../../words/index.ts'
import { say } from '../../words/say.ts'

/** A part of a publisher's own mail, as HTML and as text. */
export interface MailBlock {
  html: string
  text: string
}

interface Parts {
  title: string
  /** The page behind the picture and the title. */
  page: string
  picture: string
  /** Says what the picture shows. */
  alt: string
  button?: { label: string; url: string }
  /** Leads to the links. */
  intro: string
  links: [name: string, url: string][]
  publisher: Publisher
}

const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif"
/** Width of the picture; a wide window shows it no larger. */
const WIDTH = 600
const { ink, surface } = SCHEMES.light

/** A public event with its picture and links, which show the event as it is when they are opened. */
export function eventBlock(
  event: CalendarEvent,
  publisher: Publisher,
  publicUrl: string,
  language: Language,
): MailBlock {
  const { applications, event: words, events, mailBlock } = LANGUAGES[language]
  const own = `${publicUrl}/e/${eventKey(event)}`
  const when = timesWithZone(event, language)
  const facts = [event.cancelled && events.cancelled, event.name, when, event.location]
  return blockOf(
    {
      publisher,
      title: event.name,
      page: `${publicUrl}${eventPath(event)}`,
      picture: `${own}.png?lang=${language}`,
      alt: facts.filter(Boolean).join(' · '),
      intro: mailBlock.add,
      links: [
        [applications.google, `${own}/add/google`],
        [applications.outlookcom, `${own}/add/outlookcom`],
        [applications.microsoft365, `${own}/add/microsoft365`],
        ['Yahoo', `${own}/add/yahoo`],
        [words.file, `${own}.ics`],
      ],
    },
    language,
  )
}

/** A public calendar with the picture of its next event. `widgetId`: of its subscribe flow, if there is one. */
export function calendarBlock(
  calendar: { id: string; name: string },
  widgetId: string | undefined,
  publisher: Publisher,
  publicUrl: string,
  language: Language,
): MailBlock {
  const { applications, events, mailBlock } = LANGUAGES[language]
  const page = `${publicUrl}/calendar/${calendar.id}`
  return blockOf(
    {
      publisher,
      page,
      title: calendar.name,
      picture: `${page}.png?lang=${language}`,
      alt: say(mailBlock.next, { calendar: calendar.name }),
      button: {
        label: events.subscribeAll,
        url: widgetId ? `${publicUrl}/w/${widgetId}?calendarIds=${calendar.id}` : page,
      },
      intro: mailBlock.directly,
      links: [
        [applications.google, `${page}/add/google`],
        [applications.apple, `${page}/add/apple`],
        [applications.outlookcom, `${page}/add/outlookcom`],
        [mailBlock.feed, publicFeedUrl(publicUrl, calendar.id)],
      ],
    },
    language,
  )
}

/** Tables with attributes, because Outlook ignores the sizes and paddings of other elements. */
function blockOf(
  { title, page, picture, alt, button, intro, links, publisher }: Parts,
  language: Language,
): MailBlock {
  const direction = directionOf(language)
  const side = direction === 'rtl' ? 'right' : 'left'
  const { accent, accentInk } = accentOf(publisher.settings.displayPrimaryColor || false, 'light')
  const table = 'role="presentation" border="0" cellspacing="0" cellpadding="0"'
  const link = (url: string, style: string, content: string) =>
    `<a href="${escapeHtml(url)}" target="_blank" style="${style}">${content}</a>`
  const row = (style: string, content: string) =>
    `<tr><td align="${side}" style="${FONT}; color: ${ink}; text-align: ${side}; ${style}">${content}</td></tr>`
  const image = `<img src="${escapeHtml(picture)}" width="${WIDTH}" alt="${escapeHtml(alt)}" border="0" style="display: block; width: 100%; max-width: ${WIDTH}px; height: auto; border: 0; color: ${ink}">`
  const named = links.map(([name, url]) =>
    // Inline blocks, so that names in two scripts keep apart.
    link(url, `display: inline-block; color: ${accent}; white-space: nowrap`, escapeHtml(name)),
  )
  const html = [
    `<table ${table} width="${WIDTH}" lang="${language}" dir="${direction}" style="width: 100%; max-width: ${WIDTH}px; background: ${surface}">`,
    row('font-size: 16px; line-height: 24px', link(page, `color: ${ink}`, image)),
    row(
      'padding: 16px 16px 4px; font-size: 20px; line-height: 26px; font-weight: bold',
      link(page, `color: ${ink}; text-decoration: none`, escapeHtml(title)),
    ),
    ...(button
      ? [
          row(
            'padding: 12px 16px 8px',
            `<table ${table}><tr><td bgcolor="${accent}" style="padding: 12px 20px; border-radius: 8px; background: ${accent}">${link(button.url, `${FONT}; font-size: 16px; font-weight: bold; color: ${accentInk}; text-decoration: none`, escapeHtml(button.label))}</td></tr></table>`,
          ),
        ]
      : []),
    row(
      'padding: 8px 16px 16px; font-size: 16px; line-height: 32px',
      `${escapeHtml(intro)} ${named.join('&nbsp;· ')}`,
    ),
    '</table>',
  ].join('\n')
  const lines = [
    alt,
    page,
    ...(button ? ['', `${button.label}: ${button.url}`] : []),
    '',
    intro,
    ...links.map(([name, url]) => `${name}: ${url}`),
  ]
  return { html, text: lines.join('\n') }
}
