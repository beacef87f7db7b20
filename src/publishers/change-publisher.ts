import type { Static } from 'typebox'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { type FieldErrors, invalid } from '../errors.ts'
import { isTimeZone } from '../time/zone.ts'
import { cancelledEventsOf, type Publisher, type PublisherSettings } from './publisher.ts'
import type { PublisherInput } from './publisher-schema.ts'
import { getPublisher, updatePublisher } from './publisher-store.ts'
import { nextRevision } from './revision.ts'

/** Changes what is given of a publisher. Feeds follow where they show it. */
export async function changePublisher(
  ctx: AppContext,
  publisherId: number,
  input: Static<typeof PublisherInput>,
): Promise<Publisher> {
  requireSound(input)
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const publisher = await getPublisher(tx, publisherId)
    const changed: Publisher = {
      ...publisher,
      company: input.company?.trim() ?? publisher.company,
      timezone: input.timezone ?? publisher.timezone,
      settings: mergeSettings(publisher.settings, { ...input, cancelledMark: input.cancelledMark?.trim() }),
    }
    if (calledOffAs(publisher) !== calledOffAs(changed)) changed.settings.cancelledEventsSince = revision.at
    const inFeeds = shownInFeeds(publisher) !== shownInFeeds(changed)
    if (inFeeds) changed.settingsRevision = revision.number
    await updatePublisher(tx, changed, inFeeds ? revision : undefined)
    return changed
  })
}

function requireSound({ company, timezone }: Static<typeof PublisherInput>): void {
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
  'displayPrimaryColor',
  'displaySecondaryColor',
  'cancelledEvents',
  'cancelledMark',
] as const

/** Empty, and null, take a setting away. */
function mergeSettings(before: PublisherSettings, input: Static<typeof PublisherInput>): PublisherSettings {
  const kept = SETTINGS.map((name) => [name, input[name] === undefined ? before[name] : input[name]] as const)
  const { cancelledEventsSince } = before
  return {
    ...Object.fromEntries(kept.filter(([, value]) => value !== undefined && value !== null && value !== '')),
    ...(cancelledEventsSince !== undefined && { cancelledEventsSince }),
  }
}

/** Equal for two publishers whose feeds look the same. */
function shownInFeeds(publisher: Publisher): string {
  const { company, timezone, settings } = publisher
  const { feedPastDays, feedFutureDays } = settings
  return JSON.stringify([company, timezone, feedPastDays, feedFutureDays, calledOffAs(publisher)])
}

/** Equal for two publishers who tell of events that are called off in the same way. */
function calledOffAs({ settings }: Publisher): string {
  const { mode, mark } = cancelledEventsOf(settings)
  return mode === 'mark' ? `mark ${mark}` : mode
}
