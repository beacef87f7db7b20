import { Caller } from './caller.ts'
import { read, remove, segment, write } from './operation.ts'
import type * as Records from './records.ts'
import type { CallOptions } from './settings.ts'
import type * as Inputs from './types.ts'

export class CalendarCalls extends Caller {
  async listCalendars(query: Inputs.CalendarQuery = {}, options?: CallOptions) {
    return this.data<Records.CalendarRecord[]>(read('/calendar', { ...query }, options))
  }

  /** Reads a calendar by id or reference, including drafts. */
  async getCalendar(key: string, options?: CallOptions) {
    return this.data<Records.CalendarInFull>(read(`/calendar/${segment(key)}`, {}, options))
  }

  /** Returns the id. Without `draftCalendar: 0` the calendar is a draft. */
  async createCalendar(calendar: Inputs.NewCalendar, options?: CallOptions): Promise<string> {
    const answer = await this.send({ ...write('POST', '/calendar', calendar, options), repeatable: true })
    return (answer.body as { calendarId: string }).calendarId
  }

  /** Changes a calendar by id or reference. Returns the id. */
  async updateCalendar(key: string, changes: Inputs.CalendarChanges, options?: CallOptions): Promise<string> {
    const answer = await this.send(write('PUT', `/calendar/${segment(key)}`, changes, options))
    return (answer.body as { calendarId: string }).calendarId
  }

  /** Deletes a calendar with its events. */
  async deleteCalendar(key: string, options?: CallOptions): Promise<void> {
    await this.send(remove(`/calendar/${segment(key)}`, options))
  }
}
