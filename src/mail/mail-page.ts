import { accentOf, SCHEMES } from '../colors.ts'
import { escapeHtml } from '../html.ts'
import { directionOf, type Language } from '../words/index.ts'
import type { Brand } from './brand.ts'

/** A mail as HTML: who sends it, a card with one button, and the reason why the person gets it. */
export interface MailPage {
  brand: Brand
  title: string
  /** The card down to the button, as HTML. */
  content: string[]
  button: string
  link: string
  /** Leads from the button to the written link. */
  otherwise: string
  /** The last lines, below the card, as HTML: why the person gets the mail. */
  why: string[]
}

/** A line about what the mail tells, as HTML. */
export interface FactRow {
  label: string
  html: string
}

// Styles stand at the elements, because mail programs remove style sheets. Tables, because Outlook ignores the
// padding, the border and the largest width of other elements.
const { paper, surface, ink, inkSoft, line } = SCHEMES.light
const FONT = 'font-family: system-ui, -apple-system, Segoe UI, Roboto, sans-serif; font-size: 16px'
const BODY = `${FONT}; line-height: 1.5; color: ${ink}; background: ${paper}`
const TABLE = 'role="presentation" cellspacing="0" cellpadding="0" border="0"'
const WIDTH = 560
const WRAP = 'overflow-wrap: anywhere'

/** Margins of a paragraph. */
export const TEXT = 'margin: 0 0 16px'
/** For less important text; with the class `soft`. */
export const SMALL = `font-size: 14px; color: ${inkSoft}`
export const HEADING = `margin: 0 0 16px; font-size: 22px; line-height: 1.3; ${WRAP}`
// Hidden where images are blocked: the name stands beside it.
const LOGO =
  'display: block; width: auto; height: auto; max-width: 120px; max-height: 40px; border: 0; font-size: 0'
// A link without a break makes phones show the whole mail smaller.
const ADDRESS = `margin: 0; ${SMALL}; ${WRAP}; word-break: break-all`

/** The style of links with the class `accent`, and of other text in the colour of the publisher. */
export function accentStyle({ color }: Brand): string {
  return `color: ${accentOf(color, 'light').accent}`
}

/** The HTML of a mail. */
export function mailPage(page: MailPage, language: Language): string {
  const { brand, title, content, why } = page
  // Again at the content: programs that show mails in a page of their own drop what `html` says.
  const reading = `lang="${language}" dir="${directionOf(language)}"`
  const side = sideOf(language)
  const card = `padding: 24px; border: 1px solid ${line}; border-radius: 8px; background: ${surface}; text-align: ${side}`
  return [
    '<!doctype html>',
    `<html ${reading}>`,
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>\n${styleSheet(brand)}\n</style></head>`,
    `<body class="page" style="margin: 0; padding: 0; ${BODY}">`,
    `<div class="page" role="main" ${reading} style="${BODY}">`,
    `<table ${TABLE} dir="${directionOf(language)}" width="100%"><tr>`,
    `<td class="page" align="center" bgcolor="${paper}" style="padding: 24px 12px; ${BODY}">`,
    `<!--[if mso]><table ${TABLE} width="${WIDTH}"><tr><td><![endif]-->`,
    `<table ${TABLE} width="100%" style="max-width: ${WIDTH}px; border-collapse: separate">`,
    `<tr><td align="${side}" style="padding: 0 4px 16px">${head(brand, side)}</td></tr>`,
    `<tr><td class="card" bgcolor="${surface}" align="${side}" style="${card}">`,
    ...content,
    buttonOf(page),
    addressOf(page),
    '</td></tr>',
    `<tr><td align="${side}" style="padding: 16px 4px 0; text-align: ${side}">`,
    ...why.map((text) => paragraph(`margin: 0 0 8px; ${SMALL}; ${WRAP}`, text, 'soft')),
    '</td></tr></table>',
    '<!--[if mso]></td></tr></table><![endif]-->',
    '</td></tr></table></div></body></html>',
  ].join('\n')
}

/** A paragraph of HTML. */
export function paragraph(style: string, content: string, className = ''): string {
  return `<p${className && ` class="${className}"`} style="${style}">${content}</p>`
}

/** Lines with a label each. */
export function factTable(facts: FactRow[], language: Language): string {
  const side = sideOf(language)
  const border = `border-top: 1px solid ${line}`
  const head = `padding: 8px 0; width: 30%; font-weight: normal; vertical-align: top; text-align: ${side}; ${border}; ${SMALL}; line-height: 24px`
  const gap = side === 'right' ? 'padding: 8px 12px 8px 0' : 'padding: 8px 0 8px 12px'
  const value = `${gap}; ${border}; text-align: ${side}; vertical-align: top; ${WRAP}`
  return [
    '<table cellspacing="0" cellpadding="0" width="100%" style="margin: 0 0 16px; border-collapse: collapse">',
    ...facts.map(
      ({ label, html }) =>
        `<tr><th scope="row" class="soft line" align="${side}" style="${head}">${escapeHtml(label)}</th><td class="line" align="${side}" style="${value}">${html}</td></tr>`,
    ),
    '</table>',
  ].join('\n')
}

/** Not `start`, which Outlook does not know. */
function sideOf(language: Language): 'left' | 'right' {
  return directionOf(language) === 'rtl' ? 'right' : 'left'
}

function head({ name, logo }: Brand, side: string): string {
  const text = escapeHtml(name)
  const gap = side === 'right' ? 'padding: 0 0 0 12px' : 'padding: 0 12px 0 0'
  const image =
    logo &&
    `<td class="logo" valign="middle" style="${gap}"><img src="${escapeHtml(logo)}" alt="${text}" height="40" style="${LOGO}"></td>`
  return [
    `<table ${TABLE}><tr>`,
    ...(image ? [image] : []),
    `<td valign="middle" style="font-weight: 600; ${WRAP}"><bdi>${text}</bdi></td></tr></table>`,
  ].join('')
}

/** The link as a button. Outlook ignores the padding of links, and knows one of its own for cells. */
function buttonOf({ brand, button, link }: MailPage): string {
  const { accent, accentInk } = accentOf(brand.color, 'light')
  const cell = `border-radius: 8px; background: ${accent}; mso-padding-alt: 12px 24px`
  const anchor = `display: inline-block; padding: 12px 24px; border-radius: 8px; background: ${accent}; color: ${accentInk}; font-weight: 600; text-align: center; text-decoration: none`
  return [
    `<table ${TABLE} class="wide" style="margin: 0 0 24px; border-collapse: separate"><tr>`,
    `<td class="button" align="center" bgcolor="${accent}" style="${cell}">`,
    `<a class="button wide" href="${escapeHtml(link)}" style="${anchor}">${escapeHtml(button)}</a>`,
    '</td></tr></table>',
  ].join('')
}

function addressOf({ brand, otherwise, link }: MailPage): string {
  const href = escapeHtml(link)
  const anchor = `<a class="accent" dir="ltr" href="${href}" style="${accentStyle(brand)}">${href}</a>`
  return paragraph(ADDRESS, `${escapeHtml(otherwise)}<br>${anchor}`, 'soft')
}

/**
 * For programs that keep style sheets: dark colours for the classes of the elements, and a wide button on phones.
 * `!important`, since the light ones stand at the elements.
 */
function styleSheet({ color }: Brand): string {
  const { dark } = SCHEMES
  const { accent, accentInk } = accentOf(color, 'dark')
  return [
    ':root { color-scheme: light dark; supported-color-schemes: light dark }',
    '@media (max-width: 480px) {',
    '.wide { display: block !important; width: auto !important }',
    'table.wide { display: table !important; width: 100% !important }',
    '}',
    '@media (prefers-color-scheme: dark) {',
    `.page { color: ${dark.ink} !important; background: ${dark.paper} !important }`,
    `.card { background: ${dark.surface} !important; border-color: ${dark.line} !important }`,
    `.line { border-color: ${dark.line} !important }`,
    `.soft { color: ${dark.inkSoft} !important }`,
    `.accent, .page a { color: ${accent} !important }`,
    `.button { background: ${accent} !important }`,
    `.page a.button { color: ${accentInk} !important; background: ${accent} !important }`,
    '}',
  ].join('\n')
}
