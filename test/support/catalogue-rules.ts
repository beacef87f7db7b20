import { describe, expect, it } from 'vitest'
import type { Counted, Language } from '../../src/words/index.ts'

type Text = string | Counted
type Catalogue = Record<string, Record<string, Text>>

/** Plural categories whose form may have a word in place of the number, such as "two calendars". */
const IN_WORDS: Intl.LDMLPluralRule[] = ['zero', 'one', 'two']

/**
 * The rules that translations keep, as tests. `same`: texts that may equal the English ones, such as product names and
 * coincidences, by key (`kit.live`) with the languages.
 */
export function testCatalogues(
  catalogues: Record<Language, Catalogue>,
  same: Record<string, Language[]>,
): void {
  const languages = Object.keys(catalogues) as Language[]
  const english = textsOf(catalogues.en)

  describe.each(languages.filter((language) => language !== 'en'))('the words in %s', (language) => {
    const texts = textsOf(catalogues[language])

    it('have the same keys as English', () => {
      expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
    })

    it('have the same placeholders', () => {
      for (const [key, text] of texts) {
        const expected = placeholdersOf(formsOf(english.get(key)!).at(-1)![1])
        for (const [category, form] of formsOf(text)) {
          const inWords = IN_WORDS.includes(category) && typeof text !== 'string' && !form.includes('{count}')
          const needed = inWords ? expected.filter((name) => name !== 'count') : expected
          expect(placeholdersOf(form), `${key} ${category}`).toEqual(needed)
        }
      }
    })

    it('have every plural form of the language', () => {
      const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
      for (const [key, text] of texts) {
        if (typeof text !== 'string') expect(Object.keys(text).sort(), key).toEqual(categories)
      }
    })

    it('are translated', () => {
      const equal = [...texts].filter(
        ([key, text]) =>
          JSON.stringify(text) === JSON.stringify(english.get(key)) &&
          formsOf(text).some(([, form]) => hasWords(form)),
      )
      const allowed = Object.keys(same).filter((key) => same[key]!.includes(language))
      expect(equal.map(([key]) => key).sort()).toEqual(allowed.sort())
    })
  })

  describe.each(languages)('the voice in %s', (language) => {
    const forms = [...textsOf(catalogues[language])].flatMap(([key, text]) =>
      formsOf(text).map(([, form]): [string, string] => [key, form]),
    )

    it('keeps to the style: no exclamation marks, no spaces at the ends, nothing empty, no machine dates', () => {
      for (const [key, form] of forms) expect(form, key).not.toMatch(/[!！¡]|^\s|\s$|^$|\s{2}|\d{4}-\d\d/)
    })

    it('ends a text with a full stop only if the English one does', () => {
      for (const [key, form] of forms) {
        const [, original] = formsOf(english.get(key)!).at(-1)!
        expect(/[.。]$/.test(form), key).toBe(original.endsWith('.'))
      }
    })
  })
}

/** All texts of a language by key, such as `portal.save`. */
function textsOf(catalogue: Catalogue): Map<string, Text> {
  return new Map(
    Object.entries(catalogue).flatMap(([place, texts]) =>
      Object.entries(texts).map(([key, text]): [string, Text] => [`${place}.${key}`, text]),
    ),
  )
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort()
}

/** False for a text of placeholders and signs alone. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''))
}

function formsOf(text: Text): [Intl.LDMLPluralRule, string][] {
  return typeof text === 'string' ? [['other', text]] : (Object.entries(text) as [never, string][])
}
