// Written by scripts/doc-tables.ts from the fields of the service. Do not change by hand.
import { list, object, text, whole } from './expect.ts'

/** The fields that each full record of an event has. */
export const EVENT_FIELDS = {
  name: text,
  location: text,
  startDate: text,
  startTime: text,
  endDate: text,
  endTime: text,
  timezone: text,
  alert: text,
  alert2: text,
  details: text,
  draft: whole,
  twitterTag: text,
  social: object,
  featured: whole,
  tags: list,
  reference: text,
  referenceType: text,
  event_banner: text,
  'focus-x': text,
  'focus-y': text,
  primary_link: whole,
  secondary_link: whole,
  sponsored_message: text,
}

/** The fields that each event has in the list of one subscriber. */
export const SHORT_EVENT_FIELDS = {
  name: text,
  location: text,
  startDate: text,
  startTime: text,
  endDate: text,
  endTime: text,
  timezone: text,
  alert: text,
  details: text,
  draft: whole,
  reference: text,
  sponsored_message: text,
}
