import { Caller } from './caller.ts'
import { read, remove, segment, write } from './operation.ts'
import type * as Records from './records.ts'
import type { CallOptions } from './settings.ts'
import type * as Inputs from './types.ts'

/** Calendars. */
export class CalendarCalls extends Caller {
  async listCalendars(query: Inputs.CalendarQuery = {}, options?: CallOptions) {
    return this.data<Records.CalendarRecord[]>(read('/calendar', { ...query }, options))
  }

  /** By id or reference, draft or not. */
  async getCalendar(key: string, options?: CallOptions) {
    return this.data<Records.CalendarInFull>(read(`/calendar/${segment(key)}`, {}, options))
  }

  /** Answers its id. Without `draftCalendar: 0` it is a draft. */
  async createCalendar(calendar: Inputs.NewCalendar, options?: CallOptions): Promise<string> {
    const answer = await this.send({ ...write('POST', '/calendar', calendar, options), repeatable: true })
    return (answer.body as { calendarId: string }).calendarId
  }

  /** By id or reference; answers the id. */
  async updateCalendar(key: string, changes: Inputs.CalendarChanges, options?: CallOptions): Promise<string> {
    const answer = await this.send(write('PUT', `/calendar/${segment(key)}`, changes, options))
    return (answer.body as { calendarId: string }).calendarId
  }

  /** Deletes it with its events. */
  async deleteCalendar(key: string, options?: CallOptions): Promise<void> {
    await this.send(remove(`/calendar/${segment(key)}`, options))
  }
}
