import { type Language, LANGUAGES } from '../words/index.ts'
import type { Mail } from './mail.ts'
import { mailHtml } from './mail-html.ts'

/** The mail with a subscriber's manage link. */
export function linkMail(to: string, publisher: string, link: string, language: Language): Mail {
  const { linkSubject, linkText, linkButton, linkWhy } = LANGUAGES[language].mail
  return mailWithLink(to, publisher, link, language, [linkSubject, linkText, linkButton, linkWhy])
}

/** The mail with the link that adds the calendar to an application, on whatever device it is opened. */
export function addMail(to: string, publisher: string, link: string, language: Language): Mail {
  const { linkSubject, addText, addButton, linkWhy } = LANGUAGES[language].mail
  return mailWithLink(to, publisher, link, language, [linkSubject, addText, addButton, linkWhy])
}

/** The mail to a new subscriber, with the manage link. */
export function welcomeMail(to: string, publisher: string, link: string, language: Language): Mail {
  const { linkSubject, linkText, linkButton, welcomeWhy } = LANGUAGES[language].mail
  return mailWithLink(to, publisher, link, language, [linkSubject, linkText, linkButton, welcomeWhy])
}

/** A request that waits for its confirmation, as the mail describes it. */
export interface Asked {
  /** The names of the chosen calendars. */
  calendars: string[]
  /** Empty if it is unknown. */
  application: string
  /** Epoch ms. */
  at: number
  /** The publisher's, for the time in the mail. */
  timezone: string
}

/** The mail that asks to confirm a request. `known`: the address is that of a subscriber. */
export function confirmMail(
  known: boolean,
  to: string,
  publisher: string,
  link: string,
  asked: Asked,
  language: Language,
): Mail {
  const { mail: words, confirm } = LANGUAGES[language]
  const texts: Texts = known
    ? [words.knownSubject, words.knownText, confirm.button, words.knownWhy]
    : [words.confirmSubject, words.confirmText, confirm.button, words.confirmWhy]
  const facts = { lines: askedLines(asked, language), then: words.confirmHere }
  return mailWithLink(to, publisher, link, language, texts, facts)
}

function askedLines({ calendars, application, at, timezone }: Asked, language: Language): string[] {
  const { askedCalendars, askedApplication, askedAt } = LANGUAGES[language].mail
  const style = { dateStyle: 'long', timeStyle: 'short' } as const
  const time = new Intl.DateTimeFormat(language, { ...style, timeZone: timezone })
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return [
    ...(calendars.length > 0 ? [`${askedCalendars} ${list.format(calendars)}`] : []),
    ...(application ? [`${askedApplication} ${application}`] : []),
    `${askedAt} ${time.format(at)}`,
  ]
}

/** The mail with the link that confirms a subscriber's new address. */
export function newEmailMail(to: string, publisher: string, link: string, language: Language): Mail {
  const { newSubject, newText, newButton, newWhy } = LANGUAGES[language].emailMail
  return mailWithLink(to, publisher, link, language, [newSubject, newText, newButton, newWhy])
}

/** The mail to an address that was asked for and is somebody else's, with the link to that one's portal. */
export function takenEmailMail(to: string, publisher: string, link: string, language: Language): Mail {
  const { takenSubject, takenText, takenWhy } = LANGUAGES[language].emailMail
  const { linkButton } = LANGUAGES[language].mail
  return mailWithLink(to, publisher, link, language, [takenSubject, takenText, linkButton, takenWhy])
}

/** The mail to the address before, which says nothing of the new one. `contact`: the publisher's address. */
export function emailChangedMail(to: string, publisher: string, contact: string, language: Language): Mail {
  const { changedSubject, changedText, changedButton, changedWhy } = LANGUAGES[language].emailMail
  const texts: Texts = [changedSubject, changedText, changedButton, changedWhy]
  return mailWithLink(to, publisher, `mailto:${encodeURI(contact)}`, language, texts)
}

/** The mail with a link that signs in a member of a publisher's staff. */
export function accountMail(
  purpose: 'invitation' | 'sign-in' | 'reset',
  to: string,
  publisher: string,
  link: string,
  language: Language,
): Mail {
  const words = LANGUAGES[language].mail
  const texts = {
    invitation: [words.invitationSubject, words.invitationText, words.invitationButton, words.invitationWhy],
    'sign-in': [words.signInSubject, words.signInText, words.signInButton, words.signInWhy],
    reset: [words.resetSubject, words.resetText, words.resetButton, words.resetWhy],
  } as const
  return mailWithLink(to, publisher, link, language, texts[purpose])
}

/** The texts of a mail: the subject, the purpose of the link, its button, and the reason for the mail. */
type Texts = readonly [subject: string, before: string, button: string, after: string]

/** `facts`: lines after the purpose, and the text that leads from them to the link. */
function mailWithLink(
  to: string,
  publisher: string,
  link: string,
  language: Language,
  texts: Texts,
  facts?: { lines: string[]; then: string },
): Mail {
  const say = (text: string) => text.replaceAll('{publisher}', () => publisher)
  const [subject, before, button, after] = texts.map(say) as [string, string, string, string]
  const { otherwise } = LANGUAGES[language].mail
  return {
    to,
    publisher,
    subject,
    text: [before, ...(facts ? [facts.lines.join('\n'), facts.then] : []), link, after].join('\n\n') + '\n',
    html: mailHtml({ subject, before, facts, button, link, otherwise, after }, language),
    links: [link],
  }
}
