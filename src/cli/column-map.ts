import { AppError } from '../errors.ts'

/** Adds one `--map column=field`; the title of a column may contain `=`. */
export function columnMap(text: string, before: Record<string, string>): Record<string, string> {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new AppError('invalid', `--map ${text} is not of the form column=field`)
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

/** Prints the ignored columns, if there are any. */
export function printIgnored(titles: string[]): void {
  if (titles.length > 0) console.error(`fasti: these columns are not used: ${titles.join(', ')}`)
}
