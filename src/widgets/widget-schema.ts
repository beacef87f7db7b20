import { type TObject, type TOptional, Type } from 'typebox'
import { Color, Confirm } from '../publishers/publisher-schema.ts'
import { Id, Name, Text, WebAddress } from '../schemas.ts'
import { type Language, LANGUAGES } from '../words/index.ts'
import { EVENT_VIEWS } from './event-view.ts'
import { QUESTION_KINDS, REGISTRATION_FIELDS } from './widget.ts'

const OFFERED = 1000
const QUESTIONS = 20
const OPTIONS = 100
const CONSENTS = 4
const ORIGINS = 50

const View = Type.String({ pattern: `^(${EVENT_VIEWS.join('|')})$`, accepts: 'list or month' })
const Switch = Type.Boolean({ accepts: 'true or false' })
const Age = Type.Integer({ minimum: 1, maximum: 120, accepts: 'a whole number of years from 1 to 120' })
/**
 * Origins are written into a Content-Security-Policy, so the pattern excludes characters that could end a
 * directive.
 */
const Origin = Type.String({
  maxLength: 300,
  pattern:
    '^https?://((\\*\\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(:\\d{1,5})?$',
  accepts: 'an origin such as https://www.example.com, without a path',
})

const fields = Object.fromEntries(
  REGISTRATION_FIELDS.map((field) => [
    field,
    Type.Optional(Type.String({ pattern: '^(optional|required)$', accepts: 'optional or required' })),
  ]),
)

/** See `Translations`. Other languages are refused: their texts would be shown to nobody. */
function Translated<Texts extends TObject>(texts: Texts) {
  const languages = Object.keys(LANGUAGES) as Language[]
  return Type.Optional(
    Type.Object(
      Object.fromEntries(languages.map((language) => [language, Type.Optional(texts)])) as Record<
        Language,
        TOptional<Texts>
      >,
      { additionalProperties: false, accepts: `an object of texts by language, of ${languages.join(', ')}` },
    ),
  )
}

const Label = Text(1, 255)
const Labels = Translated(Type.Object({ label: Label }))

export const Question = Type.Object({
  name: Text(1, 100),
  label: Label,
  required: Switch,
  kind: Type.Optional(
    Type.Enum(QUESTION_KINDS, {
      accepts: new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(QUESTION_KINDS),
      description: 'Left out: `text`.',
    }),
  ),
  options: Type.Optional(
    Type.Array(Type.Object({ value: Name(1, 255), label: Label, translations: Labels }), {
      minItems: 2,
      maxItems: OPTIONS,
      accepts: `a list of 2 to ${OPTIONS} options, each with value and label`,
      description: 'Of a `choice`.',
    }),
  ),
  translations: Labels,
})

export const ConsentText = Type.Object({
  text: Text(1, 1000),
  url: Type.Optional(WebAddress),
  required: Switch,
  translations: Translated(Type.Object({ text: Text(1, 1000), url: Type.Optional(WebAddress) })),
})

/** The complete settings of a widget. */
export const WidgetSettingsInput = Type.Object(
  {
    calendarIds: Type.Optional(
      Type.Array(Id, { maxItems: OFFERED, accepts: `a list of at most ${OFFERED} calendar ids` }),
    ),
    fields: Type.Optional(Type.Object(fields, { accepts: 'an object of optional or required, by field' })),
    customFields: Type.Optional(
      Type.Array(Question, {
        maxItems: QUESTIONS,
        accepts: `a list of at most ${QUESTIONS} questions, each with name, label and required`,
      }),
    ),
    consents: Type.Optional(
      Type.Array(ConsentText, {
        maxItems: CONSENTS,
        accepts: `a list of at most ${CONSENTS} consents, each with text and required`,
      }),
    ),
    minimumAge: Type.Optional(Age),
    parentConsentAge: Type.Optional(Age),
    origins: Type.Optional(
      Type.Array(Origin, { minItems: 1, maxItems: ORIGINS, accepts: `a list of 1 to ${ORIGINS} origins` }),
    ),
    colors: Type.Optional(
      Type.Object(
        { primary: Type.Optional(Color), secondary: Type.Optional(Color) },
        { accepts: 'an object of primary and secondary' },
      ),
    ),
    confirm: Type.Optional(Confirm),
    view: Type.Optional(View),
  },
  { accepts: 'an object' },
)

const WidgetName = Name(1, 100)
const Kind = Type.String({ pattern: '^(button|event)$', accepts: 'button or event' })

export const NewWidgetInput = Type.Object(
  {
    type: Kind,
    name: WidgetName,
    settings: Type.Optional(WidgetSettingsInput),
  },
  { label: 'Widget' },
)

export const WidgetInput = Type.Object(
  {
    name: Type.Optional(WidgetName),
    active: Type.Optional(Switch),
    settings: Type.Optional(WidgetSettingsInput),
  },
  { label: 'Widget' },
)

/** An unsaved widget, for the preview of its pages. */
export const WidgetPreviewInput = Type.Object(
  { type: Kind, settings: Type.Optional(WidgetSettingsInput) },
  { label: 'Widget' },
)
