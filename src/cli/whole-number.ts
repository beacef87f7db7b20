import { AppError } from '../errors.ts'

/** Parses an option that is an id or a count. */
export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new AppError('invalid', `"${text}" is not a whole number`)
}
