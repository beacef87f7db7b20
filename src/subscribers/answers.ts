import { Type } from 'typebox'
import { Text } from '../schemas.ts'
import type { Profile } from './subscriber.ts'
import { namesWith, type NameWith, PROFILE_ROWS } from './subscriber-fields.ts'

const Answer = Type.Optional(Text(0, 255))

/** Personal fields of the widget's form and of imported tables. */
export const ANSWERS = Object.fromEntries(namesWith('asked').map((name) => [name, Answer])) as Record<
  NameWith<'asked'>,
  typeof Answer
>

/** Builds a profile from answers and further fields. Undefined fields are left out. */
export function profileOf(
  answers: { [K in NameWith<'asked'>]?: string | undefined },
  more: { [K in keyof Profile]: Profile[K] | undefined },
): Profile {
  const given: Record<string, string | undefined> = answers
  const asked = PROFILE_ROWS.filter(([, row]) => row.asked).map(
    ([name, { as }]) => [name, given[as]] as const,
  )
  const profile: typeof more = { ...Object.fromEntries(asked), ...more }
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined))
}
