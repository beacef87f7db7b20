import { words } from '../words/index.ts'

/** An industry or objective, which the service stores in English, in the language of the page. */
export function wordOf(choice: string): string {
  return Object.hasOwn(words.accounts, choice) ? words.accounts[choice as 'Other'] : choice
}

/** The options of a field for one of them. */
export function optionsOf(choices: readonly string[]) {
  return choices.map((value) => ({ value, label: wordOf(value) }))
}
