/** Stands before the title of an event that is called off, where the publisher has set no other word. */
export const CANCELLED_MARK = 'Cancelled'
