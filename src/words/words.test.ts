import { describe, expect, it } from 'vitest'
import { type Counted, type Language, LANGUAGES } from './index.ts'

type Text = string | Counted

const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== 'en') as Language[]

/** Names that are the same everywhere, and words that happen to be. */
const SAME: Record<string, string[]> = {
  'apps.outlookcom': OTHERS,
  'apps.microsoft365': OTHERS,
  'apps.google': ['es'],
}
/** Where a word stands for the number, such as "two calendars". */
const IN_WORDS: Intl.LDMLPluralRule[] = ['zero', 'one', 'two']

/** Every text of a language by its place, `portal.save`. */
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

  it('are there for everything English says, and nothing else', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it('fill in the same names', () => {
    for (const [key, text] of texts) {
      const expected = placeholdersOf(formsOf(english.get(key)!).at(-1)![1])
      for (const [category, form] of formsOf(text)) {
        const inWords = IN_WORDS.includes(category) && typeof text !== 'string' && !form.includes('{count}')
        const needed = inWords ? expected.filter((name) => name !== 'count') : expected
        expect(placeholdersOf(form), `${key} ${category}`).toEqual(needed)
      }
    }
  })

  it('have every form that numbers ask for', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
    for (const [key, text] of texts) {
      if (typeof text !== 'string') expect(Object.keys(text).sort(), key).toEqual(categories)
    }
  })

  it('are not English', () => {
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

  it('ends each text as the English one ends: with a stop, or without', () => {
    const english = textsOf('en')
    for (const [key, form] of forms as [string, string][]) {
      const [, original] = formsOf(english.get(key)!).at(-1)!
      expect(/[.。]$/.test(form), key).toBe(original.endsWith('.'))
    }
  })
})
