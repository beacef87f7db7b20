import { randomBytes } from 'node:crypto'
import { type Resource } from './api-table.ts'

/** An application of Google's console, with its project's quota. */
export interface Client {
  id: string
  secret: string
  redirectUris: string[]
  /** Refresh tokens of a project in testing die after seven days. */
  status: 'testing' | 'production'
}

export interface Account {
  email: string
  /** The person's list of calendars, with their own colours and reminders: calendarId → stored fields. */
  list: Map<string, Resource>
}

export interface Calendar {
  id: string
  /** The address of the account that owns it. */
  owner: string
  /** The application that made it. Undefined for the person's own, which `calendar.app.created` doesn't open. */
  clientId?: string
  fields: Resource
  etag: string
  events: Map<string, StoredEvent>
  acl: Map<string, { role: string; scope: Resource; etag: string }>
  /** Number of changes of its events so far. */
  revision: number
  /** Sync tokens of an earlier revision are no longer accepted. */
  oldestRevision: number
}

/** An event as stored. Deleted ones stay, with `status: cancelled`, and keep their id. */
export interface StoredEvent {
  fields: Resource
  /** The calendar's revision at its last change. */
  revision: number
}

/** All that Google stores, except tokens. */
export class GoogleState {
  readonly accounts = new Map<string, Account>()
  readonly calendars = new Map<string, Calendar>()
  readonly now: () => number
  #lastEtag = 0

  constructor(now: () => number) {
    this.now = now
  }

  addAccount(email: string): Account {
    const account = { email, list: new Map<string, Resource>() }
    this.accounts.set(email, account)
    this.addCalendar(email, email, { summary: email, timeZone: 'UTC' })
    return account
  }

  addCalendar(id: string, owner: string, fields: Resource, clientId?: string): Calendar {
    const rule = { role: 'owner', scope: { type: 'user', value: owner }, etag: this.nextEtag() }
    const calendar: Calendar = {
      id,
      owner,
      ...(clientId === undefined ? {} : { clientId }),
      fields,
      etag: this.nextEtag(),
      events: new Map(),
      acl: new Map([[`user:${owner}`, rule]]),
      revision: 0,
      oldestRevision: 0,
    }
    this.calendars.set(id, calendar)
    this.accounts.get(owner)!.list.set(id, { colorId: '14', selected: true, defaultReminders: [] })
    return calendar
  }

  /** Does nothing without such a calendar or event. */
  deleteEvent(calendarId: string, eventId: string): void {
    const calendar = this.calendars.get(calendarId)
    const event = calendar?.events.get(eventId)
    if (!calendar || !event) return
    event.fields = { ...event.fields, status: 'cancelled', etag: this.nextEtag() }
    event.revision = ++calendar.revision
  }

  deleteCalendar(id: string): void {
    this.calendars.delete(id)
    for (const { list } of this.accounts.values()) list.delete(id)
  }

  newCalendarId(): string {
    return `c_${randomBytes(32).toString('hex')}@group.calendar.google.com`
  }

  /** Etags are the time of the change in microseconds, in quotes, and never repeat. */
  nextEtag(): string {
    this.#lastEtag = Math.max(this.#lastEtag + 1, this.now() * 1000)
    return `"${this.#lastEtag}"`
  }
}
