import { testCatalogues } from '../../test/support/catalogue-rules.ts'
import { type Language, LANGUAGES } from './index.ts'

const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== 'en') as Language[]

testCatalogues(LANGUAGES, {
  'applications.outlookcom': OTHERS,
  'applications.microsoft365': OTHERS,
  'applications.google': ['es'],
  'account.android': OTHERS,
  'account.server': ['de'],
}
/** Plural categories whose form may have a word in place of the number, such as "two calendars". */
const IN_WORDS: Intl.LDMLPluralRule[] = ['zero', 'one', 'two']

/** All texts of a language by key, such as `portal.save`. */
function textsOf(language: Language): Map<string, Text> {
  const places = Object.entries(LANGUAGES[language] as Record<string, Record<string, Text>>)
  return new Map(
    places.flatMap(([place, texts]) =>
      Object.entries(texts).map(([key, text]): [string, Text] => [`${place}.${key}`, text]),
    ),
  )
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort()
}

function formsOf(text: Text): [Intl.LDMLPluralRule, string][] {
  return typeof text === 'string' ? [['other', text]] : (Object.entries(text) as [never, string][])
}

describe.each(OTHERS)('the words in %s', (language) => {
  const english = textsOf('en')
  const texts = textsOf(language)

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
    const same = [...texts].filter(([key, text]) => JSON.stringify(text) === JSON.stringify(english.get(key)))
    const allowed = Object.keys(SAME).filter((key) => SAME[key]!.includes(language))
    expect(same.map(([key]) => key).sort()).toEqual(allowed.sort())
  })
})

describe.each(Object.keys(LANGUAGES) as Language[])('the voice in %s', (language) => {
  const forms = [...textsOf(language)].flatMap(([key, text]) => formsOf(text).map(([, form]) => [key, form]))

  it('keeps to the style: no exclamation marks, no spaces at the ends, nothing empty, no machine dates', () => {
    for (const [key, form] of forms as [string, string][]) {
      expect(form, key).not.toMatch(/[!！¡]|^\s|\s$|^$|\s{2}|\d{4}-\d\d/)
    }
  })

  it('ends a text with a full stop only if the English one does', () => {
    const english = textsOf('en')
    for (const [key, form] of forms as [string, string][]) {
      const [, original] = formsOf(english.get(key)!).at(-1)!
      expect(/[.。]$/.test(form), key).toBe(original.endsWith('.'))
    }
  })
})
