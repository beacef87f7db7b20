import type { Static } from 'typebox'
import { transact } from '../db/transact.ts'
import { type FieldErrors, invalid } from '../errors.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { isTimeZone } from '../time/zone.ts'
import { cancelledEventsOf, type Publisher, type PublisherSettings } from './publisher.ts'
import type { PublisherInput } from './publisher-schema.ts'
import { getPublisher, updatePublisher } from './publisher-store.ts'

/** Changes the given fields of a publisher; feeds and accounts are rewritten if they show one of them. */
export async function changePublisher(
  ctx: OperationContext,
  publisherId: number,
  input: Static<typeof PublisherInput>,
): Promise<Publisher> {
  validateInput(input)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const publisher = await getPublisher(tx, publisherId)
    const changed: Publisher = {
      ...publisher,
      company: input.company?.trim() ?? publisher.company,
      timezone: input.timezone ?? publisher.timezone,
      settings: mergeSettings(publisher.settings, { ...input, cancelledMark: input.cancelledMark?.trim() }),
    }
    if (cancelledStyle(publisher) !== cancelledStyle(changed))
      changed.settings.cancelledEventsSince = revision.at
    const inFeeds = shownInFeeds(publisher) !== shownInFeeds(changed)
    if (inFeeds) changed.settingsRevision = revision.number
    await updatePublisher(tx, changed, inFeeds ? revision : undefined)
    return changed
  })
}

function validateInput({ company, timezone }: Static<typeof PublisherInput>): void {
  const errors: FieldErrors = {}
  if (company?.trim() === '') errors.company = 'Publisher company is required'
  if (timezone !== undefined && !isTimeZone(timezone))
    errors.timezone = 'Publisher timezone must be an IANA time zone name, such as Europe/London'
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const SETTINGS = [
  'feedPastDays',
  'feedFutureDays',
  'logo',
  'calendarLogo',
  'privacyNotice',
  'imprint',
  'displayPrimaryColor',
  'displaySecondaryColor',
  'cancelledEvents',
  'cancelledMark',
  'confirm',
] as const

/** An empty string or null removes a setting. */
function mergeSettings(before: PublisherSettings, input: Static<typeof PublisherInput>): PublisherSettings {
  const kept = SETTINGS.map((name) => [name, input[name] === undefined ? before[name] : input[name]] as const)
  const { cancelledEventsSince } = before
  return {
    ...Object.fromEntries(kept.filter(([, value]) => value !== undefined && value !== null && value !== '')),
    ...(cancelledEventsSince !== undefined && { cancelledEventsSince }),
  }
}

/** A key that changes whenever feeds or accounts change. Accounts show the colours. */
function shownInFeeds(publisher: Publisher): string {
  const { company, timezone, settings } = publisher
  const { feedPastDays, feedFutureDays, displayPrimaryColor, displaySecondaryColor } = settings
  const window = [feedPastDays, feedFutureDays]
  const colors = [displayPrimaryColor, displaySecondaryColor]
  return JSON.stringify([company, timezone, window, colors, cancelledStyle(publisher)])
}

/** A key of the way in which feeds show cancelled events. */
function cancelledStyle({ settings }: Publisher): string {
  const { mode, mark } = cancelledEventsOf(settings)
  return mode === 'mark' ? `mark ${mark}` : mode
}
