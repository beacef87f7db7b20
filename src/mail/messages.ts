import { escapeHtml } from '../html.ts'
import { type Language, LANGUAGES } from '../words/index.ts'
import { labelled, say, sayCount } from '../words/say.ts'
import type { Brand } from './brand.ts'
import { type Mail, withoutControls } from './mail.ts'
import { factTable, HEADING, mailPage, paragraph, TEXT } from './mail-page.ts'
import { wrapText } from './text-part.ts'

/** The mail with a subscriber's manage link. */
export function linkMail(to: string, brand: Brand, link: string, language: Language): Mail {
  const { linkSubject, linkText, linkButton, linkWhy } = LANGUAGES[language].mail
  return mailWithLink(to, brand, link, language, [linkSubject, linkText, linkButton, linkWhy])
}

/** The mail with the link that adds the calendar to an application, on whatever device it is opened. */
export function addMail(to: string, brand: Brand, link: string, language: Language): Mail {
  const { linkSubject, addText, addButton, linkWhy } = LANGUAGES[language].mail
  return mailWithLink(to, brand, link, language, [linkSubject, addText, addButton, linkWhy])
}

/** The choice of a person who subscribed, as mails describe it. */
export interface Chosen {
  /** The names of the chosen calendars. */
  calendars: string[]
  /** Empty if it is unknown. */
  application: string
}

/** The mail to a new subscriber, with the manage link. */
export function welcomeMail(
  to: string,
  brand: Brand,
  link: string,
  chosen: Chosen,
  language: Language,
): Mail {
  const { linkSubject, welcomeText, linkButton, welcomeWhy, welcomeHere } = LANGUAGES[language].mail
  const texts = [linkSubject, welcomeText, linkButton, welcomeWhy] as const
  const facts = { rows: chosenFacts(chosen, language), then: welcomeHere }
  return mailWithLink(to, brand, link, language, texts, facts)
}

/** A request that waits for its confirmation, as the mail describes it. */
export interface Asked extends Chosen {
  /** Epoch ms. */
  at: number
  /** The publisher's, for the time in the mail. */
  timezone: string
}

/** The mail that asks to confirm a request. `known`: the address is that of a subscriber. */
export function confirmMail(
  known: boolean,
  to: string,
  brand: Brand,
  link: string,
  asked: Asked,
  language: Language,
): Mail {
  const { mail: words, confirm } = LANGUAGES[language]
  const texts: Texts = known
    ? [words.knownSubject, words.knownText, confirm.button, words.knownWhy]
    : [words.confirmSubject, words.confirmText, confirm.button, words.confirmWhy]
  const style = { dateStyle: 'long', timeStyle: 'short' } as const
  const time = new Intl.DateTimeFormat(language, { ...style, timeZone: asked.timezone })
  const rows = [...chosenFacts(asked, language), { label: confirm.at, values: [time.format(asked.at)] }]
  return mailWithLink(to, brand, link, language, texts, { rows, then: words.confirmHere })
}

/** The mail with the link that confirms a subscriber's new address. */
export function newEmailMail(to: string, brand: Brand, link: string, language: Language): Mail {
  const { newSubject, newText, newButton, newWhy } = LANGUAGES[language].emailMail
  return mailWithLink(to, brand, link, language, [newSubject, newText, newButton, newWhy])
}

/** The mail to an address that was asked for and is somebody else's, with the link to that one's portal. */
export function takenEmailMail(to: string, brand: Brand, link: string, language: Language): Mail {
  const { takenSubject, takenText, takenWhy } = LANGUAGES[language].emailMail
  const { linkButton } = LANGUAGES[language].mail
  return mailWithLink(to, brand, link, language, [takenSubject, takenText, linkButton, takenWhy])
}

/** The mail to the address before, which says nothing of the new one. `contact`: the publisher's address. */
export function emailChangedMail(to: string, brand: Brand, contact: string, language: Language): Mail {
  const { changedSubject, changedText, changedButton, changedWhy } = LANGUAGES[language].emailMail
  const texts: Texts = [changedSubject, changedText, changedButton, changedWhy]
  return mailWithLink(to, brand, `mailto:${encodeURI(contact)}`, language, texts)
}

/** The mail with a link that signs in a member of a publisher's staff. */
export function accountMail(
  purpose: 'invitation' | 'sign-in' | 'reset',
  to: string,
  brand: Brand,
  link: string,
  language: Language,
): Mail {
  const words = LANGUAGES[language].mail
  const texts = {
    invitation: [words.invitationSubject, words.invitationText, words.invitationButton, words.invitationWhy],
    'sign-in': [words.signInSubject, words.signInText, words.signInButton, words.signInWhy],
    reset: [words.resetSubject, words.resetText, words.resetButton, words.resetWhy],
  } as const
  return mailWithLink(to, brand, link, language, texts[purpose])
}

/** The mail that asks for another consent of a provider of calendars: a subscriber, or an owner. */
export function reconnectMail(
  whom: 'person' | 'owner',
  reason: 'over' | 'replaced',
  provider: 'google' | 'microsoft',
  to: string,
  brand: Brand,
  link: string,
  language: Language,
): Mail {
  const { reconnectMail: words, applications } = LANGUAGES[language]
  const names = {
    google: { provider: 'Google', application: applications.google },
    microsoft: { provider: 'Microsoft', application: 'Outlook' },
  }[provider]
  const texts = {
    person: [
      say(words.personSubject, { company: brand.name, ...names }),
      say(reason === 'over' ? words.personText : words.personReplaced, { company: brand.name, ...names }),
      words.personButton,
      say(words.personWhy, names),
    ],
    owner: [
      words.ownerSubject,
      reason === 'over' ? words.ownerText : words.ownerReplaced,
      words.ownerButton,
      words.ownerWhy,
    ],
  } as const
  return mailWithLink(to, brand, link, language, texts[whom])
}

/** The reason for a mail about a source: it fails since a time (epoch ms), or would take events away. */
export type SourceNews =
  { kind: 'failing'; since: number; message: string } | { kind: 'waits'; gone: number; of: number }

/** The mail to an owner about an address that is read again by itself. */
export function sourceMail(
  to: string,
  brand: Brand,
  link: string,
  about: { calendar: string; host: string; timezone: string },
  news: SourceNews,
  language: Language,
): Mail {
  const { confirm, sourceMail: words } = LANGUAGES[language]
  const { calendar, host, timezone } = about
  const calendars = { label: confirm.calendars, values: [calendar] }
  const source = { label: words.source, values: [host] }
  const fill = (text: string) => say(text, { calendar })
  if (news.kind === 'waits') {
    const before = sayCount(words.waitsText, news.gone, language, {
      of: new Intl.NumberFormat(language).format(news.of),
    })
    const texts: Texts = [fill(words.waitsSubject), before, words.waitsButton, words.why]
    return mailWithLink(to, brand, link, language, texts, {
      rows: [calendars, source],
      then: words.waitsThen,
    })
  }
  const time = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone,
  })
  const texts: Texts = [fill(words.failingSubject), words.failingText, words.failingButton, words.why]
  const since = { label: words.since, values: [time.format(news.since)] }
  const reason = { label: words.reason, values: [news.message] }
  const rows = [calendars, source, since, reason]
  return mailWithLink(to, brand, link, language, texts, { rows, then: words.failingThen })
}

/** The texts of a mail: the subject, the purpose of the link, its button, and the reason for the mail. */
type Texts = readonly [subject: string, before: string, button: string, after: string]

/** A line of a mail: several values are joined as the language joins them. */
interface Fact {
  label: string
  values: string[]
}

function chosenFacts({ calendars, application }: Chosen, language: Language): Fact[] {
  const { confirm } = LANGUAGES[language]
  return [
    ...(calendars.length > 0 ? [{ label: confirm.calendars, values: calendars }] : []),
    ...(application ? [{ label: confirm.application, values: [application] }] : []),
  ]
}

/** `facts`: lines after the purpose, and the text that leads from them to the link. */
function mailWithLink(
  to: string,
  brand: Brand,
  link: string,
  language: Language,
  texts: Texts,
  facts?: { rows: Fact[]; then: string },
): Mail {
  const fill = (text: string) => say(text, { publisher: brand.name })
  const [subject, before, button, after] = texts.map(fill) as [string, string, string, string]
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const lines = facts?.rows.map(({ label, values }) =>
    wrapText(labelled(label, list.format(values), language)),
  )
  // Each name has its own direction, and the list that of the mail.
  const html = (values: string[]) =>
    list
      .formatToParts(values)
      .map(({ type, value }) => (type === 'element' ? `<bdi>${escapeHtml(value)}</bdi>` : escapeHtml(value)))
      .join('')
  const rows = facts?.rows.map(({ label, values }) => ({ label, html: html(values) }))
  const page = {
    ...{ brand, title: subject, button, link, otherwise: LANGUAGES[language].mail.otherwise },
    content: [
      `<h1 style="${HEADING}">${escapeHtml(subject)}</h1>`,
      paragraph(TEXT, escapeHtml(before)),
      ...(facts && rows!.length > 0 ? [factTable(rows!, language)] : []),
      ...(facts ? [paragraph(TEXT, escapeHtml(facts.then))] : []),
    ],
    why: [escapeHtml(after)],
  }
  const paragraphs = [
    withoutControls(brand.name),
    wrapText(before),
    ...(lines && lines.length > 0 ? [lines.join('\n')] : []),
    ...(facts ? [wrapText(facts.then)] : []),
    link,
    wrapText(after),
  ]
  return {
    to,
    publisher: brand.name,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: mailPage(page, language),
    links: [link],
  }
}
