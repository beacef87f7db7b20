import type { Brand } from '../mail/brand.ts'
import type { Mail } from '../mail/mail.ts'
import { linkBelow, wrapText } from '../mail/text-part.ts'
import { type Language, LANGUAGES } from '../words/index.ts'
import { labelled, say, sayCount } from '../words/say.ts'
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
  /** Leads from the button to the written link. */
  otherwise: string
  why: string
  switchOff: string
}

/** A mail tells so many events one by one. */
const MAX_EVENTS = 20
/** Characters of names within sentences. */
const MAX_NAME = 60

/**
 * The mail that tells a person what changed, the earliest start first. `now`, epoch ms, decides if a weekday is
 * enough in the subject.
 */
export function alertMail(
  to: string,
  brand: Brand,
  events: AlertedEvent[],
  links: AlertLinks,
  language: Language,
  now: number,
): Mail {
  const texts = textsOf(brand.name, events, language, now)
  return {
    to,
    publisher: brand.name,
    subject: plainText(texts.subject, language),
    text: plainText(textPart(texts, links, language), language),
    html: alertHtml(texts, brand, links, language),
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
  const title = labels.length > 0 ? labelled(labels[0]!, name, language) : name
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
  const sentence = events.length === 1 && told[0]!.sentence
  const changed = () => sayCount(words.changed, events.length, language, names)
  return {
    publisher: isolate(publisher),
    subject: sentence ? `${sentence} · ${names.publisher}` : changed(),
    events: told,
    more: left > 0 ? sayCount(words.more, left, language) : '',
    update: words.update,
    open: mail.linkButton,
    otherwise: mail.otherwise,
    why: say(events.length === 1 ? words.why : words.whyMany, names),
    switchOff: words.switchOff,
  }
}

function textPart(texts: AlertTexts, links: AlertLinks, language: Language): string {
  const { publisher, events, more, update, open, why, switchOff } = texts
  const paragraphs = [
    publisher,
    ...events.map(({ name, labels, facts }) =>
      [
        labels.length > 0 ? labelled(labels.join(' · '), name, language) : name,
        ...facts.map(({ label, value, note }) =>
          wrapText(labelled(label, note ? `${value} · ${note}` : value, language)),
        ),
      ].join('\n'),
    ),
    ...(more ? [more] : []),
    wrapText(update),
    linkBelow(open, links.portal, language),
    wrapText(why),
    linkBelow(switchOff, links.off, language),
  ]
  return `${paragraphs.join('\n\n')}\n`
}
