import { Type } from 'typebox'
import { Email, LanguageName, Text, WebAddress } from '../schemas.ts'
import { ANSWERS } from '../subscribers/answers.ts'
import { PAGE_STATE_ACCEPTS } from './page-state.ts'

const Answer = Type.Optional(Text(0, 255))
const Consent = Type.Optional(Type.Boolean({ accepts: 'true or false' }))

/**
 * The form that a person submits through a widget. The widget's settings decide which fields are required.
 */
export const RegistrationInput = Type.Object(
  {
    email: Email,
    calendarIds: Type.Optional(
      Type.Array(Type.String(), { maxItems: 1000, accepts: 'a list of at most 1000 calendar ids' }),
    ),
    skip_schedule_selection: Type.Optional(Type.Boolean({ accepts: 'true or false' })),
    application: Type.Optional(Text(0, 60)),
    ...ANSWERS,
    parent_email: Type.Optional(Email),
    parent_consent: Consent,
    secondary_email: Type.Optional(Email),
    subscriber_reference: Answer,
    optin: Consent,
    secondary_optin: Consent,
    optin3: Consent,
    optin4: Consent,
    consent_language: Type.Optional(LanguageName),
    custom_fields: Type.Optional(
      Type.Array(Type.Object({ name: Text(1, 100), value: Text(0, 1000) }), {
        maxItems: 50,
        accepts: 'a list of at most 50 names with values',
      }),
    ),
    referringPage: Type.Optional(WebAddress),
    state: Type.Optional(Type.Object({}, { accepts: PAGE_STATE_ACCEPTS })),
    ticket: Type.Optional(Text(1, 4000)),
    proof: Type.Optional(Text(1, 4000)),
  },
  { label: 'Subscriber' },
)
