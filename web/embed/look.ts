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
 * the page there. If the page is in none of our languages, the browser's language counts.
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
  // A page without a declared scheme is light on every device.
  const declared = !styled || styled === 'normal' ? (meta ?? '') : styled
  const isDark = /\bdark\b/.test(declared)
  if (isDark && /\blight\b/.test(declared)) return undefined
  return isDark ? 'dark' : 'light'
}
