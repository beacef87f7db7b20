import { CANCELLED_MARK } from '../../../src/publishers/cancelled-mark.ts'
import { day, percent } from '../kit/format.ts'
import { say, sayCount } from '../kit/say.tsx'
import { language, words } from '../words/index.ts'
import type { Preview } from './seen-by-application.tsx'

type Warning = Preview['warnings'][number]
type Seen = Preview['programs'][number]

const { seen, events } = words

const WARNINGS: Record<string, keyof typeof seen> = {
  draft: 'draft',
  'draft-calendar': 'draftCalendar',
  'left-feeds': 'leftFeeds',
  'not-yet-in-feeds': 'notYetInFeeds',
  past: 'past',
  'short-notice': 'shortNotice',
  'title-long': 'titleLong',
  'title-outlook': 'titleOutlook',
  'details-long': 'detailsLong',
  html: 'html',
  'no-time-zone': 'noTimeZone',
  'written-in-utc': 'writtenInUtc',
  'all-day': 'allDay',
  'reminder-dropped': 'reminderDropped',
  'feed-full': 'feedFull',
  'feed-near-limit': 'feedNearLimit',
}

/** A warning of the service in the language of the page. */
export function warningText({ code, text, values = {} }: Warning): string {
  if (code === 'cancelled') return cancelledText(String(values.mode), String(values.mark))
  const name = nameOf(code, values)
  if (!name) return language === 'en' ? text : ''
  const words = seen[name]
  const told = { ...values, ...shownOf(values) }
  return typeof words === 'string' ? say(words, told) : sayCount(words, Number(values.count), told)
}

/** How subscribers see a cancelled event. */
export function cancelledText(mode: string, mark: string): string {
  if (mode === 'remove') return events.cancelRemoves
  return mode === 'mark' ? say(events.cancelMarks, { mark: mark || CANCELLED_MARK }) : events.cancelStrikes
}

function nameOf(code: string, { clocks, side }: NonNullable<Warning['values']>) {
  if (code === 'clock-change') return clocks === 'back' ? 'clockBack' : 'clockForward'
  if (code === 'beyond-feed') return side === 'since' ? 'beyondFeedSince' : 'beyondFeedUntil'
  return WARNINGS[code]
}

function shownOf({ day: iso, bytes, most }: NonNullable<Warning['values']>): Record<string, string> {
  return {
    ...(iso !== undefined && { day: day(String(iso)) }),
    ...(bytes !== undefined && { percent: percent(Number(bytes), Number(most)) }),
  }
}

/** Names that are not the same in every language. */
const NAMES: Record<string, string> = {
  android: seen.androidName,
  'outlook-com': seen.outlookComName,
  outlook: seen.outlookName,
}

/** The name of an application. */
export function applicationName({ id, name }: Seen): string {
  return NAMES[id] ?? name
}

interface Habits {
  where: string
  reminderNote: string
  updates: string
}

const HABITS: Record<string, Habits> = {
  google: { where: seen.googleWhere, reminderNote: seen.googleReminders, updates: seen.googleUpdates },
  android: { where: seen.androidWhere, reminderNote: seen.androidReminders, updates: seen.androidUpdates },
  apple: { where: seen.appleWhere, reminderNote: seen.appleReminders, updates: seen.appleUpdates },
  'outlook-com': {
    where: seen.outlookComWhere,
    reminderNote: seen.outlookComReminders,
    updates: seen.outlookComUpdates,
  },
  outlook: { where: seen.outlookWhere, reminderNote: seen.outlookReminders, updates: seen.outlookUpdates },
}

/** The application's habits in the language of the page. The service says them in English. */
export function habitsOf(application: Seen): Habits {
  return HABITS[application.id] ?? application
}
