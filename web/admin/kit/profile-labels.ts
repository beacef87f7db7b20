import type { ProfileName } from '../../../src/subscribers/subscriber-fields.ts'
import { words } from '../words/index.ts'

/** The labels of what people enter about themselves. */
export const PROFILE_LABELS: Record<ProfileName, string> = {
  firstName: words.kit.firstName,
  lastName: words.kit.lastName,
  mobile: words.kit.mobile,
  country: words.kit.country,
  zip: words.kit.zip,
  gender: words.kit.gender,
  ageGroup: words.kit.ageGroup,
  dob: words.kit.dob,
  secondaryEmail: words.kit.secondaryEmail,
  parentEmail: words.kit.parentEmail,
  parentConsentOn: words.kit.parentConsentOn,
  reference: words.kit.reference,
}
