import { randomBytes } from 'node:crypto'
import type { Calendar, Event } from '@microsoft/microsoft-graph-types'

export interface StoredCalendar {
  id: string
  fields: Calendar
  events: Map<string, Event>
  /** Whether an application made it; the person's own are none of its business. */
  isMade: boolean
}

export interface Mailbox {
  email: string
  calendars: Map<string, StoredCalendar>
  /** The event of each `transactionId`, and the body that made it: it stays the answer to a repeated POST. */
  transactions: Map<string, { id: string; body: string }>
  /** Requests that are being answered. */
  inFlight: number
  /** Milliseconds since 1970 until which a `Retry-After` holds. */
  restsUntil: number
  /** The batch with the part that was answered so: its other parts could not know of it. */
  restsIn: object | undefined
  /** An administrator has to agree first. */
  needsAdministrator: boolean
}

export function newMailbox(email: string, needsAdministrator: boolean): Mailbox {
  const mailbox: Mailbox = {
    ...{ email, needsAdministrator, inFlight: 0, restsUntil: 0, restsIn: undefined },
    calendars: new Map(),
    transactions: new Map(),
  }
  addCalendar(mailbox, { name: 'Calendar', isDefaultCalendar: true }, false)
  return mailbox
}

export function addCalendar(mailbox: Mailbox, fields: Calendar, isMade: boolean): StoredCalendar {
  const id = newId()
  const owner = { name: mailbox.email, address: mailbox.email }
  const calendar = {
    id,
    fields: {
      ...{ color: 'auto' as const, isDefaultCalendar: false, canEdit: true, isRemovable: isMade, owner },
      ...fields,
      id,
    },
    events: new Map<string, Event>(),
    isMade,
  }
  mailbox.calendars.set(id, calendar)
  return calendar
}

/** Returns an event of a mailbox and its calendar: addresses of events don't name the calendar. */
export function findEvent(mailbox: Mailbox, id: string) {
  for (const calendar of mailbox.calendars.values()) {
    const event = calendar.events.get(id)
    if (event) return { calendar, event }
  }
  return undefined
}

/** An immutable id as Outlook makes them: no part of it means anything. */
export function newId(): string {
  return `AAkALg${randomBytes(48).toString('base64url')}`
}
