import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { Email, LanguageName, Text } from '../../schemas.ts'

export { Email, LanguageName }

/** Checks only that it can be hashed: old passwords need not satisfy today's rules. */
export const Password = Type.String({
  minLength: 1,
  maxLength: 1000,
  accepts: 'a text of 1 to 1000 characters',
})
export const Code = Type.String({ pattern: '^[\\d\\s-]{6,12}$', accepts: 'a code of 6 digits' })
export const CodeOrBackup = Type.String({
  pattern: '^([\\d\\s-]{6,12}|([\\s-]*[A-Za-z2-9]){10}[\\s-]*)$',
  maxLength: 40,
  accepts: 'a code of 6 digits, or a backup code',
})
export const Token = Type.String({ minLength: 1, maxLength: 200, accepts: 'the token of a link' })
export const UserName = Text(0, 100)
export const RoleName = Type.Union([Type.Literal('viewer'), Type.Literal('editor'), Type.Literal('owner')], {
  accepts: 'viewer, editor or owner',
})
export const Switch = Type.Boolean({ accepts: 'true or false' })
export const Instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?(Z|[+-]\\d{2}:\\d{2})$',
  accepts: 'a time such as 2027-04-10T15:00:00Z',
})

/** Returns the epoch milliseconds of an `Instant`. Throws if the date does not exist. */
export function readInstant(text: string, field: string, label: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw invalid({ [field]: `${label} ${field} must be a time that there is` })
  return time
}
