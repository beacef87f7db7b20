/** Before everything a service would store now. */
export const SINCE = Date.UTC(2026, 0, 1)

// Ids by number, so that a million need not be kept; ordered in time as those of the service are.
const id = (kind: number, i: number) =>
  (SINCE + i).toString(16).padStart(12, '0') + kind + i.toString(16).padStart(11, '0')

export const calendarId = (i: number) => id(1, i)
export const subscriberId = (i: number) => id(2, i)
export const privateCalendarId = (i: number) => id(3, i)
export const eventId = (i: number) => id(4, i)
export const notificationId = (i: number) => id(5, i)
