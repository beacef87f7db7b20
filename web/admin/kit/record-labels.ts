import { words } from '../words/index.ts'
import { fieldLabel } from './field-labels.ts'
import { PROFILE_LABELS } from './profile-labels.ts'

const { accounts, auditLog, calendars, changes, developers, kit, people, settings, sources, widgets } = words

/** Labels of the forms by the names of fields, of all records but events. */
const LABELS = new Map<string, string>([
  ...Object.entries(PROFILE_LABELS),
  ['name', kit.name],
  ['firstName', kit.firstName],
  ['lastName', kit.lastName],
  ['email', kit.email],
  ['language', kit.language],
  ['timezone', kit.timezone],
  ['state', kit.state],
  ['draft', kit.draft],
  ['calendar', words.events.calendar],
  ['calendars', widgets.calendars],
  ['calendarIds', widgets.calendars],
  // Settings and accounts
  ['company', accounts.company],
  ['companyType', accounts.companyType],
  ['industry', accounts.industry],
  ['objective', accounts.objective],
  ['phone', accounts.phone],
  ['companyLogo', accounts.logo],
  ['scheduleLogo', accounts.calendarLogo],
  ['calendarLogo', settings.calendarLogo],
  ['logo', settings.logo],
  ['privacyNotice', settings.privacyNotice],
  ['imprint', settings.imprint],
  ['displayPrimaryColor', settings.firstColor],
  ['displaySecondaryColor', settings.secondColor],
  ['primary', settings.firstColor],
  ['secondary', settings.secondColor],
  ['feedPastDays', settings.daysBack],
  ['feedFutureDays', settings.daysAhead],
  ['cancelledEvents', settings.cancelled],
  ['cancelledMark', settings.markField],
  ['confirm', settings.whoConfirms],
  // Calendars and categories
  ['reference', calendars.reference],
  ['genre', calendars.genre],
  ['subGenre', calendars.subGenre],
  ['note', calendars.note],
  ['categories', calendars.categories],
  ['eventPages', calendars.eventPages],
  ['path', calendars.path],
  // Widgets
  ['kind', widgets.type],
  ['view', widgets.view],
  ['minimumAge', widgets.minimumAge],
  ['parentConsentAge', widgets.parentAge],
  ['customFields', widgets.questions],
  ['consents', widgets.consents],
  ['origins', widgets.addresses],
  ['options', widgets.options],
  ['label', widgets.questionText],
  ['text', widgets.text],
  // Keys and callbacks
  ['expires', developers.expires],
  ['expiresAt', developers.expires],
  ['scope', developers.scope],
  ['addresses', developers.where],
  ['sha256Only', developers.shaSwitch],
  ['onceOnly', developers.once],
  ['active', developers.on],
  ['url', developers.address],
  ['idName', developers.idName],
  ['encryptionSecret', developers.encryptionSecret],
  ['signingSecret', developers.signingSecret],
  ['secret', kit.secret],
  // People
  ['role', people.role],
  ['disabled', developers.switchedOff],
  ['password', words.entry.password],
  ['totp', people.codes],
  // Rules of alerts
  ['kinds', changes.kinds],
  ['leastMove', changes.leastMove],
  ['withinHours', changes.hoursBefore],
  ['grace', changes.grace],
  ['quietHours', changes.quietHours],
  ['from', changes.from],
  ['to', changes.to],
  ['channels', changes.how],
  ['dailyCap', changes.dailyCap],
  ['askAbove', changes.askAbove],
  ['people', words.shell.people],
  // Sources, imports and their results
  ['address', sources.address],
  ['everyMinutes', sources.readAgain],
  ['every', sources.readAgain],
  ['paused', sources.statePaused],
  ['when', sources.fieldWhen],
  ['links', sources.fieldLinks],
  ['reminders', sources.fieldReminders],
  ['other', sources.fieldOther],
  ['link', widgets.link],
  ['rule', changes.theRule],
  ['created', calendars.created],
  ['added', developers.added],
  ['changed', changes.changes],
  ['event', auditLog.event],
  ['events', auditLog.someEvents],
])

/** The label of a field of any record, by its path: `settings.minimumAge`. */
export function recordLabel(path: string): string {
  const name = path
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .at(-1)!
    .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return LABELS.get(path) ?? LABELS.get(name) ?? fieldLabel(name)
}
