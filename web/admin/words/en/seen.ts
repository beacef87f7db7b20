/** How calendar applications show an event, and what is to be known before it is saved. */
export const seen = {
  draft: 'This is a draft. Nobody sees it until it is published.',
  draftCalendar: 'The calendar is a draft. Nobody sees its events until the calendar is published.',
  leftFeeds: 'It ended before the days that your feeds keep, so it is not in them any more.',
  notYetInFeeds: 'It starts after the days that your feeds show. It appears once it is closer.',
  past: 'It is over. Check the date.',
  shortNotice: {
    one: 'It starts in about an hour. Some applications look for changes once a day, so not everybody sees it in time.',
    other:
      'It starts in {count} hours. Some applications look for changes once a day, so not everybody sees it in time.',
  },
  titleLong: {
    one: 'The title has {count} letters. Lists on phones show about {most}: “{shown}” Put what matters first.',
    other:
      'The title has {count} letters. Lists on phones show about {most}: “{shown}” Put what matters first.',
  },
  titleOutlook: 'Outlook keeps the first {most} characters of a title. The rest is lost there.',
  detailsLong: 'Google keeps about {most} characters of details and links. The last links may be missing.',
  html: 'The details have HTML in them. Most applications show the tags as text.',
  noTimeZone: 'No time zone was given, so yours is taken: {zone}.',
  clockForward: 'Clocks in {zone} go forward then, so this time does not exist. It is read as an hour later.',
  clockBack: 'Clocks in {zone} go back then, so this time comes twice. The first one is taken.',
  writtenInUtc:
    'The clock changes of {zone} follow no yearly rule, so the feed gives the time in UTC. It is shown at the right hour.',
  allDay: 'All day means this date wherever somebody is. It has no hour and no time zone.',
  reminderDropped:
    'Google Calendar, Android phones and Outlook.com show no reminder of yours. Apple asks people, and suggests to leave them out.',
  beyondFeedUntil:
    'The calendar’s feed is full ({size} kB) and shows events up to {day}. This one appears once it is nearer.',
  beyondFeedSince:
    'The calendar’s feed is full ({size} kB) and shows events from {day} on. This one is not in it.',
  feedFull:
    'The calendar’s feed is full ({size} kB). Each new event displaces the farthest one: first the oldest of the past, then the last to come.',
  feedNearLimit:
    'The calendar’s feed is {percent} full, of {size} kB. Once it is full, the oldest events leave it. Shorter details help.',
  googleWhere: 'in the browser',
  googleReminders: 'Takes no reminders from calendars people subscribe to.',
  googleUpdates: 'Usually within 8 to 24 hours. Nobody can speed it up.',
  androidName: 'Android phones',
  androidWhere: 'through Google Calendar',
  androidReminders: 'Gets the events from Google, without reminders.',
  androidUpdates: 'After Google has it, usually within 8 to 24 hours.',
  appleWhere: 'on iPhone, iPad and Mac',
  appleReminders: 'Asks whether to remove alerts when people subscribe, and has it switched on.',
  appleUpdates: 'Between 15 minutes and a day, as the device is set.',
  outlookComName: 'Outlook.com and Microsoft 365',
  outlookComWhere: 'in the browser and on phones',
  outlookComReminders: 'Uses reminders of its own, or none.',
  outlookComUpdates: 'About every 3 hours, at times after a day.',
  outlookName: 'Outlook for Windows',
  outlookWhere: '(the classic application)',
  outlookReminders: 'Kept, unless reminders are switched off for this calendar.',
  outlookUpdates: 'About every hour while it is open.',
}
