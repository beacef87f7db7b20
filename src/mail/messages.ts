import { escapeHtml } from '../html.ts'
import { directionOf, type Language, LANGUAGES } from '../words/index.ts'
import type { Mail } from './mail.ts'

/** The mail with a person's manage link. */
export function linkMail(to: string, publisher: string, link: string, language: Language): Mail {
  const { linkSubject, linkText, linkWhy } = LANGUAGES[language].mail
  return mailWithLink(to, publisher, link, language, [linkSubject, linkText, linkWhy])
}

/** The mail that lets somebody of a publisher's staff in. */
export function accountMail(
  purpose: 'invitation' | 'sign-in' | 'reset',
  to: string,
  publisher: string,
  link: string,
  language: Language,
): Mail {
  const words = LANGUAGES[language].mail
  const texts = {
    invitation: [words.invitationSubject, words.invitationText, words.invitationWhy],
    'sign-in': [words.signInSubject, words.signInText, words.signInWhy],
    reset: [words.resetSubject, words.resetText, words.resetWhy],
  } as const
  return mailWithLink(to, publisher, link, language, texts[purpose])
}

/** `texts`: the subject, what the link is for, and why this mail came. */
function mailWithLink(
  to: string,
  publisher: string,
  link: string,
  language: Language,
  texts: readonly [string, string, string],
): Mail {
  const say = (text: string) => text.replaceAll('{publisher}', () => publisher)
  const [subject, before, after] = texts.map(say) as [string, string, string]
  return {
    to,
    publisher,
    subject,
    text: `${before}\n\n${link}\n\n${after}\n`,
    html: [
      '<!doctype html>',
      `<html lang="${language}" dir="${directionOf(language)}">`,
      `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5">',
      `<p>${escapeHtml(before)}</p>`,
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      `<p style="font-size: 14px">${escapeHtml(after)}</p>`,
      '</body></html>',
    ].join('\n'),
    links: [link],
  }
}
