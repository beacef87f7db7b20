import { type Static, Type } from 'typebox'
import { ALERT_STATES } from '../../alerts/alert.ts'
import { CHANNELS, TOLD_KINDS } from '../../alerts/alert-rule.ts'
import { Id } from '../../schemas.ts'
import { LANGUAGES } from '../../words/index.ts'
import { Answer } from '../answer.ts'

const Instant = Type.String({ description: 'ISO 8601, UTC.' })
/** One of some words. */
export const oneOf = <Values extends string[]>(values: readonly [...Values], description?: string) =>
  Type.Enum(values, { accepts: `one of ${values.join(', ')}`, ...(description && { description }) })
const number = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, accepts: `a whole number from ${minimum} to ${maximum}`, description })
const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', accepts: 'a time such as 22:00' })

/** A rule as users set it. */
export const AlertRuleInput = Type.Object({
  calendarIds: Type.Union([Type.Array(Id, { minItems: 1, maxItems: 1000 }), Type.Null()], {
    description: 'Null: all calendars.',
    accepts: 'null, or a list of calendar ids',
  }),
  kinds: Type.Array(oneOf(TOLD_KINDS), {
    minItems: 1,
    uniqueItems: true,
    accepts: `a list of ${TOLD_KINDS.join(', ')}`,
  }),
  leastMove: number(0, 10_080, 'Minutes. An event that moved by less is not told.'),
  withinHours: number(1, 336, 'Nobody is told earlier than this many hours before the event.'),
  grace: number(0, 1440, 'Minutes after a change in which calendars may fetch it.'),
  quietHours: Type.Union([Type.Object({ from: Clock, to: Clock }), Type.Null()], {
    description: "In the publisher's time zone. Nobody is told in them, unless the event would have begun.",
    accepts: 'null, or an object of from and to, each a time such as 22:00',
  }),
  dailyCap: number(1, 20, 'Mails to one person in 24 hours.'),
  askAbove: number(1, 10_000_000, 'An alert to more people waits until somebody agrees.'),
  channels: Type.Array(oneOf(CHANNELS), {
    minItems: 1,
    uniqueItems: true,
    accepts: `a list of ${CHANNELS.join(', ')}`,
  }),
  language: oneOf(
    Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[],
    'Of mails to subscribers whose own language is unknown.',
  ),
  active: Type.Boolean({ accepts: 'true or false' }),
})
export type AlertRuleInput = Static<typeof AlertRuleInput>

const AlertRuleRecord = Type.Object({ id: Type.String(), ...AlertRuleInput.properties, created: Instant })
export type AlertRuleRecord = Static<typeof AlertRuleRecord>
export const AlertRuleAnswer = Answer({ data: AlertRuleRecord })
export const AlertRulesAnswer = Answer({
  data: Type.Array(AlertRuleRecord),
  suggested: Type.Object(AlertRuleInput.properties, { description: 'A sensible rule, not stored.' }),
})
export type AlertRulesAnswer = Static<typeof AlertRulesAnswer>

const count = (description: string) => Type.Integer({ description })

const AlertRecord = Type.Object({
  id: Type.String(),
  created: Instant,
  askedBy: Type.String({ description: 'The name of the user who asked for it; empty: a rule.' }),
  state: oneOf(
    ALERT_STATES,
    'finding: recipients are searched. asking: it waits until somebody agrees. sending. done. dismissed: it was stopped.',
  ),
  people: count('Who may have to be told. Each is looked at again when the turn comes.'),
  counts: Type.Object(
    {
      waiting: count('Not told yet.'),
      told: count('Told.'),
      current: count('Their calendars had fetched everything when the turn came.'),
      capped: count('They were told often enough that day.'),
      off: count('They left, or switched alerts off.'),
      refused: count('The mail server refused the address.'),
      late: count('The event had begun before the mail server took a mail.'),
    },
    { description: 'Of the people.' },
  ),
  events: Type.Array(
    Type.Object({
      eventId: Type.String(),
      calendarId: Type.String(),
      name: Type.String(),
      calendar: Type.String(),
    }),
    { description: 'At most 20.' },
  ),
  eventCount: count('Of all events.'),
})
export type AlertRecord = Static<typeof AlertRecord>
export const AlertAnswer = Answer({ data: AlertRecord })
export type AlertAnswer = Static<typeof AlertAnswer>
export const AlertsAnswer = Answer({
  data: Type.Array(AlertRecord),
  next: Type.Union([Type.String(), Type.Null()], { description: 'The `cursor` of the next page.' }),
})
export type AlertsAnswer = Static<typeof AlertsAnswer>

const MailPreview = Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() })
export const MailPreviewAnswer = Answer({ data: MailPreview })
export type MailPreviewAnswer = Static<typeof MailPreviewAnswer>

export const TellInput = Type.Object({
  dryRun: Type.Boolean({ accepts: 'true or false', description: 'True: only count.' }),
})
export const TellAnswer = Answer({
  data: Type.Object({
    people: count('Who would be told, or may have to be told.'),
    alertId: Type.Union([Type.String(), Type.Null()], { description: 'Null: it was a dry run.' }),
    mail: MailPreview,
  }),
})
export type TellAnswer = Static<typeof TellAnswer>
