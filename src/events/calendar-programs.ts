/** How a program shows what it finds in a feed. */
export interface Program {
  id: 'google' | 'android' | 'apple' | 'outlook-com' | 'outlook'
  name: string
  where: string
  /**
   * About how many letters of a title its month view and its list show on one line. Reckoned from the width of a
   * cell at 1280 px (a list at 390 px on phones) without margins and time, by the mean width of a letter; 0: the
   * view has dots only. Windows and fonts differ, so that words about it say "about".
   */
  month: number
  list: number
  /** What becomes of the reminders in a feed. */
  reminders: 'kept' | 'dropped' | 'asked'
  reminderNote: string
  /** When a new or changed event arrives, and the longest that is usual, in hours. */
  updates: string
  slowHours: number
  /** What STATUS:CANCELLED looks like. */
  struck: 'hidden' | 'struck' | 'unmarked'
}

/** Letters of a subject that Exchange keeps (its documentation of `Subject`). */
export const EXCHANGE_SUBJECT = 255
/** Letters of a description that Google keeps, by reports of those who write to it. */
export const GOOGLE_DESCRIPTION = 8192

/**
 * What is known of the programs most people use. Times of arrival are what logs of feeds show: Google mostly 10
 * to 18 hours with extremes of 12 minutes and 35 hours; Apple 15 minutes to a day, as each device is set;
 * Microsoft's service every 3 hours, officially up to a day; Outlook itself each half hour, and no sooner than
 * the feed's own PT1H. Reminders: Google takes none from a subscribed calendar (adamgibbons/ics 124,
 * sportstimes/f1 848); Microsoft's service uses its own; Apple's dialog offers to remove them and has that
 * switched on; Outlook has a switch for each calendar. STATUS:CANCELLED: Google hides the event
 * (hackgvl/hackgreenville-com 498), Apple strikes it through (sabre-io/dav 969); of Microsoft's nothing is known
 * for sure, so it is taken as not marked.
 */
export const PROGRAMS: Program[] = [
  {
    id: 'google',
    name: 'Google Calendar',
    where: 'in the browser',
    month: 17,
    list: 60,
    reminders: 'dropped',
    reminderNote: 'Takes no reminders from calendars people subscribe to.',
    updates: 'Usually within 8 to 24 hours. Nobody can speed it up.',
    slowHours: 24,
    struck: 'hidden',
  },
  {
    id: 'android',
    name: 'Android phones',
    where: 'through Google Calendar',
    month: 7,
    list: 34,
    reminders: 'dropped',
    reminderNote: 'Gets the events from Google, without reminders.',
    updates: 'After Google has it, usually within 8 to 24 hours.',
    slowHours: 24,
    struck: 'hidden',
  },
  {
    id: 'apple',
    name: 'Apple Calendar',
    where: 'on iPhone, iPad and Mac',
    month: 0,
    list: 34,
    reminders: 'asked',
    reminderNote: 'Asks whether to remove alerts when people subscribe, and has it switched on.',
    updates: 'Between 15 minutes and a day, as the device is set.',
    slowHours: 24,
    struck: 'struck',
  },
  {
    id: 'outlook-com',
    name: 'Outlook.com and Microsoft 365',
    where: 'in the browser and on phones',
    month: 17,
    list: 48,
    reminders: 'dropped',
    reminderNote: 'Uses reminders of its own, or none.',
    updates: 'About every 3 hours, at times after a day.',
    slowHours: 24,
    struck: 'unmarked',
  },
  {
    id: 'outlook',
    name: 'Outlook for Windows',
    where: 'the classic program',
    month: 20,
    list: 60,
    reminders: 'kept',
    reminderNote: 'Kept, unless reminders are switched off for this calendar.',
    updates: 'About every hour while it is open.',
    slowHours: 1,
    struck: 'unmarked',
  },
]
