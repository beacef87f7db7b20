import { Type } from 'typebox'
import { Text } from '../schemas.ts'
import type { Profile } from './subscriber.ts'

const Answer = Type.Optional(Text(0, 255))

/** What a person is asked, by a widget or in a table. */
export const ANSWERS = {
  first_name: Answer,
  last_name: Answer,
  mobile: Answer,
  country: Answer,
  zip: Answer,
  gender: Answer,
  age_group: Answer,
  dob: Answer,
}

/** Answers and what else is known of a person, without what is not. */
export function profileOf(
  given: { [K in keyof typeof ANSWERS]?: string | undefined },
  more: { [K in keyof Profile]: Profile[K] | undefined },
): Profile {
  const profile: typeof more = {
    firstName: given.first_name,
    lastName: given.last_name,
    mobile: given.mobile,
    country: given.country,
    zip: given.zip,
    gender: given.gender,
    ageGroup: given.age_group,
    dob: given.dob,
    ...more,
  }
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined))
}
