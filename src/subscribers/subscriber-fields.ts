/**
 * The texts that people enter about themselves, in a widget's form or an imported table. The type of the profile, the
 * schemas, the record of the API, and the columns of imports and of the download are derived from these rows.
 * They have no schemas, since the widget's pages load them too: all are texts.
 */
export interface ProfileText {
  /** Its name in the API and in imported tables. */
  as: string
  /** Set if a widget can ask for it; the answer is a text of at most 255 characters. */
  asked?: true
  /** Set if the API's record of a subscriber has the field. */
  inRecord?: true
  /** Other headings of its column in imported tables, as in `import-columns.ts`. Without a list they have none. */
  headings?: readonly string[]
}

/** The texts of a profile, in the order of forms and files. */
export const PROFILE_TEXTS = {
  firstName: {
    as: 'first_name',
    asked: true,
    inRecord: true,
    headings: ['forename', 'givenname'],
  },
  lastName: {
    as: 'last_name',
    asked: true,
    inRecord: true,
    headings: ['surname', 'familyname'],
  },
  mobile: {
    as: 'mobile',
    asked: true,
    inRecord: true,
    headings: ['phone', 'telephone', 'mobilefull'],
  },
  country: { as: 'country', asked: true, inRecord: true, headings: ['countryname'] },
  zip: {
    as: 'zip',
    asked: true,
    inRecord: true,
    headings: ['postcode', 'zipcode', 'postalcode'],
  },
  gender: { as: 'gender', asked: true, inRecord: true, headings: [] },
  ageGroup: { as: 'age_group', asked: true, inRecord: true, headings: [] },
  dob: {
    as: 'dob',
    asked: true,
    inRecord: true,
    headings: ['birthday', 'dateofbirth'],
  },
  secondaryEmail: { as: 'secondary_email', headings: [] },
  parentEmail: { as: 'parentEmail', inRecord: true },
  parentConsentOn: { as: 'parentConsentOn', inRecord: true },
  reference: {
    as: 'reference',
    inRecord: true,
    headings: ['subscriberreference'],
  },
} as const satisfies Record<string, ProfileText>

type Rows = typeof PROFILE_TEXTS
/** The names of the texts in a profile. */
export type ProfileName = keyof Rows
/** The names in the API of the rows with a property, such as `asked`. */
export type NameWith<Property extends keyof ProfileText> = {
  [Name in ProfileName]: Rows[Name] extends Record<Property, unknown> ? Rows[Name]['as'] : never
}[ProfileName]

/** Names and rows, in order. */
export const PROFILE_ROWS = Object.entries(PROFILE_TEXTS) as [ProfileName, ProfileText][]

/** The names in the API of the rows with a property. */
export function namesWith<Property extends keyof ProfileText>(property: Property): NameWith<Property>[] {
  return PROFILE_ROWS.filter(([, row]) => row[property] !== undefined).map(
    ([, { as }]) => as as NameWith<Property>,
  )
}
