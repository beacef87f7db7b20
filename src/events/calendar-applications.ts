/** How a calendar application displays the events of a feed. */
export interface CalendarApplication {
  id: 'google' | 'android' | 'apple' | 'outlook-com' | 'outlook'
  name: string
  where: string
  /**
   * About how many letters of a title fit on one line of its month view and of its list. Estimated from the
   * width of a cell at 1280 px (of a list on phones: 390 px) without margins and time, and the mean width of
   * a letter. 0: the view has only dots. Windows and fonts differ, so texts about it say "about".
   */
  month: number
  list: number
  /** How it treats the reminders of a feed. */
  reminders: 'kept' | 'dropped' | 'asked'
  reminderNote: string
  /** When a new or changed event usually arrives, as a text, and the longest usual delay in hours. */
  updates: string
  slowHours: number
  /** How it displays STATUS:CANCELLED. */
  struck: 'hidden' | 'struck' | 'unmarked'
}

/** Characters of a subject that Exchange stores (its documentation of `Subject`). */
export const EXCHANGE_SUBJECT = 255
/** Characters of a description that Google stores, as its users report. */
export const GOOGLE_DESCRIPTION = 8192

/**
 * The applications that most people use. Times of arrival are from logs of feeds: Google mostly 10 to 18 hours
 * with extremes of 12 minutes and 35 hours; Apple 15 minutes to a day, depending on the device's setting;
 * Microsoft's service every 3 hours, officially up to a day; Outlook itself each half hour, but not more
 * often than the feed's PT1H. Reminders: Google takes none from a subscribed calendar (adamgibbons/ics 124,
 * sportstimes/f1 848); Microsoft's service uses its own; Apple's dialog offers to remove them, by default on;
 * Outlook has a switch for each calendar. STATUS:CANCELLED: Google hides the event
 * (hackgvl/hackgreenville-com 498), Apple strikes it through (sabre-io/dav 969); no source says what
 * Microsoft's applications do, so they count as not marking it.
 */
export const APPLICATIONS: CalendarApplication[] = [
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
    where: 'the classic application',
    month: 20,
    list: 60,
    reminders: 'kept',
    reminderNote: 'Kept, unless reminders are switched off for this calendar.',
    updates: 'About every hour while it is open.',
    slowHours: 1,
    struck: 'unmarked',
  },
]
