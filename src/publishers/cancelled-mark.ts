/** The default text before the title of a cancelled event. */
export const CANCELLED_MARK = 'Cancelled'
