const WORDS: Record<string, string> = {
  name: 'Name',
  location: 'Location',
  startDate: 'Start date',
  startTime: 'Start time',
  endDate: 'End date',
  endTime: 'End time',
  allDay: 'All day',
  timezone: 'Time zone',
  details: 'Details',
  alert: 'Reminder',
  alert2: 'Second reminder',
  draft: 'Draft',
  cancelled: 'Called off',
  reference: 'Reference (tells events apart)',
  referenceType: 'Group of references',
  tags: 'Tags',
  sponsored_message: 'Sponsored message',
  sponsoredMessage: 'Sponsored message',
  twitterTag: 'Hashtag',
  featured: 'Featured',
  event_banner: 'Banner image',
  eventBanner: 'Banner image',
  'focus-x': 'Banner focus across',
  'focus-y': 'Banner focus down',
  focusX: 'Banner focus across',
  focusY: 'Banner focus down',
  primary_link: 'First link shown',
  secondary_link: 'Second link shown',
  primaryLink: 'First link shown',
  secondaryLink: 'Second link shown',
  quickLinks: 'Links',
  linkNames: 'Texts of links without an address',
}

/** What people call a field of an event. */
export function fieldWord(field: string): string {
  const [, position, part] = /^quickLink\[(\d+)\]\[(name|url)\]$/.exec(field) ?? []
  if (position) return `Link ${position}: ${part === 'url' ? 'address' : 'text'}`
  return WORDS[field] ?? field
}
