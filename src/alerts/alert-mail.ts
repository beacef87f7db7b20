import type { Mail } from '../mail/mail.ts'
import { type Language, LANGUAGES } from '../words/index.ts'
import { say, sayCount } from '../words/say.ts'
import { alertHtml } from './alert-html.ts'
import { isolate, plainText, shorten } from './isolate.ts'
import { type AlertedEvent, earliestStart, type ToldEvent, toldEvent } from './told-event.ts'

export type { AlertedEvent } from './told-event.ts'

/** Addresses in a mail about changes. */
export interface AlertLinks {
  /** The subscriber's portal. */
  portal: string
  /** Switches these mails off: by a button after GET, at once after a POST of RFC 8058. An https address. */
  off: string
}

/** The texts of a mail about changes, with isolated parts. */
export interface AlertTexts {
  publisher: string
  subject: string
  events: ToldEvent[]
  /** `and 360 more events`; empty if all are told. */
  more: string
  update: string
  open: string
  why: string
  switchOff: string
}

/** A mail tells so many events one by one. */
const MAX_EVENTS = 20
/** Characters of names within sentences. */
const MAX_NAME = 60
/** Stands between a label and its text. */
const COLON: Partial<Record<Language, string>> = { fr: ' : ', ja: '：' }

/**
 * The mail that tells a person what changed, the earliest start first. `now`, epoch ms, decides if a weekday is
 * enough in the subject.
 */
export function alertMail(
  to: string,
  publisher: string,
  events: AlertedEvent[],
  links: AlertLinks,
  language: Language,
  now: number,
): Mail {
  const texts = textsOf(publisher, events, language, now)
  return {
    to,
    publisher,
    subject: plainText(texts.subject, language),
    text: plainText(textPart(texts, links, language), language),
    html: alertHtml(texts, links, language),
    links: [links.portal, links.off],
    headers: {
      'List-Unsubscribe': `<${links.off}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** The title and the text of a notification about one event. `now` as for the mail. */
export function alertNotice(
  publisher: string,
  event: AlertedEvent,
  language: Language,
  now: number,
): { title: string; body: string } {
  const { name, labels, short } = toldEvent(event, now, language)
  const title = labels.length > 0 ? labels[0] + (COLON[language] ?? ': ') + name : name
  const body = `${short} · ${isolate(shorten(publisher, MAX_NAME))}`
  return { title: plainText(title, language), body: plainText(body, language) }
}

/** The title and the text of a notification about several events. `now` as for the mail. */
export function alertDigest(
  publisher: string,
  events: AlertedEvent[],
  language: Language,
  now: number,
): { title: string; body: string } {
  const { subject, update } = textsOf(publisher, events, language, now)
  return { title: plainText(subject, language), body: plainText(update, language) }
}

function textsOf(publisher: string, events: AlertedEvent[], language: Language, now: number): AlertTexts {
  const { alertMail: words, mail } = LANGUAGES[language]
  const starts = new Map(events.map((event) => [event, earliestStart(event)]))
  const sorted = events.toSorted((a, b) => starts.get(a)! - starts.get(b)!)
  // The others would take a hundred milliseconds.
  const told = sorted.slice(0, MAX_EVENTS).map((event) => toldEvent(event, now, language))
  const names = {
    publisher: isolate(shorten(publisher, MAX_NAME)),
    calendar: isolate(shorten(events[0]!.calendarName, MAX_NAME)),
  }
  const left = events.length - MAX_EVENTS
  const changed = () => sayCount(words.changed, events.length, language, names)
  return {
    publisher: isolate(publisher),
    subject: (events.length === 1 && told[0]!.sentence) || changed(),
    events: told,
    more: left > 0 ? sayCount(words.more, left, language) : '',
    update: words.update,
    open: mail.linkButton,
    why: say(events.length === 1 ? words.why : words.whyMany, names),
    switchOff: words.switchOff,
  }
}

function textPart(texts: AlertTexts, links: AlertLinks, language: Language): string {
  const { publisher, events, more, update, open, why, switchOff } = texts
  const colon = COLON[language] ?? ': '
  const before = (link: string) => colon.trimEnd() + '\n' + link
  const paragraphs = [
    publisher,
    ...events.map(({ name, labels, facts }) =>
      [
        labels.length > 0 ? labels.join(' · ') + colon + name : name,
        ...facts.map(({ label, value, note }) => label + colon + (note ? `${value} · ${note}` : value)),
      ].join('\n'),
    ),
    ...(more ? [more] : []),
    update,
    open + before(links.portal),
    why,
    switchOff + before(links.off),
  ]
  return `${paragraphs.join('\n\n')}\n`
}
