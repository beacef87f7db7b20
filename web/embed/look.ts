import { isLanguage, type Language } from './words.ts'

export type Scheme = 'light' | 'dark'

/** How the widget fits the host page. */
export interface Look {
  language: Language
  /** Undefined: follows the device, as the host page does. */
  scheme: Scheme | undefined
}

/**
 * The look at an element: what the page sets with `lang` and `theme`, otherwise the language and scheme of
 * the page there. If the page is in none of our languages, the browser's language counts. A page that declares no
 * scheme is judged by its text.
 */
export function lookAt(element: Element, asked: { lang?: string; theme?: string }): Look {
  return { language: languageAt(element, asked.lang), scheme: schemeAt(element, asked.theme) }
}

/** The current scheme, also for a page that follows the device. */
export function schemeNow(scheme: Scheme | undefined): Scheme {
  return scheme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}

function languageAt(element: Element, asked: string | undefined): Language {
  const here = element.closest<HTMLElement>('[lang]')?.lang
  const wanted = [asked, here, ...navigator.languages].map((tag) => tag?.split('-')[0]!.toLowerCase() ?? '')
  return wanted.find(isLanguage) ?? 'en'
}

function schemeAt(element: Element, asked: string | undefined): Scheme | undefined {
  if (asked === 'light' || asked === 'dark') return asked
  const styled = getComputedStyle(element).colorScheme
  const meta = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content
  const declared = !styled || styled === 'normal' ? (meta ?? '') : styled
  if (!/\b(light|dark)\b/.test(declared)) return hasLightText(element) ? 'dark' : 'light'
  const isDark = /\bdark\b/.test(declared)
  if (isDark && /\blight\b/.test(declared)) return undefined
  return isDark ? 'dark' : 'light'
}

/** Text that is lighter than this, from 0 to 1, stands on a dark ground. */
const LIGHT_TEXT = 0.6

/**
 * True if the page's text around an element is light. Many dark pages declare no scheme, and their ground may be a
 * picture, but their text has to be readable. An element of its own, such as a button, may have another colour.
 */
function hasLightText(element: Element): boolean {
  const { color } = getComputedStyle(element === document.body ? element : (element.parentElement ?? element))
  // CSS Color 4, section 15: colours in sRGB are serialised as rgb(), others in their own notation.
  const [, notation = '', values = ''] = /^([\w-]+)\((.*)\)$/.exec(color) ?? []
  const [first = 0, second = 0, third = 0] = (values.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number)
  if (/^rgba?$/.test(notation)) {
    return (0.2126 * first + 0.7152 * second + 0.0722 * third) / 255 > LIGHT_TEXT
  }
  // These begin with the lightness.
  if (/^ok(lab|lch)$/.test(notation)) return first > LIGHT_TEXT
  return /^(lab|lch)$/.test(notation) && first / 100 > LIGHT_TEXT
}
