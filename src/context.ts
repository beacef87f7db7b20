import { randomBytes } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { createLogos, type Logos } from './accounts/logos.ts'
import type { CachedCounts } from './cached-counts.ts'
import { type CalendarCounts, createCalendarCounts } from './catalog/calendar-counts.ts'
import { createPublicCalendars, type PublicCalendars } from './catalog/public-calendars.ts'
import type { Config } from './config.ts'
import { type Database, type Db, openDatabase } from './db/database.ts'
import { ensureServiceValue } from './db/service-store.ts'
import { createCutFeeds, type CutFeeds } from './feeds/cut-feeds.ts'
import { createFeedEngine, type FeedEngine } from './feeds/feed-engine.ts'
import { createFeedReads, type FeedReads } from './feeds/feed-reads.ts'
import { type Challenges, createChallenges } from './limits/challenges.ts'
import { createRequestQueue, type RequestQueue } from './limits/request-queue.ts'
import { createLinks, type Links } from './links/links.ts'
import { LOG_OPTIONS } from './log.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { countQuery, createMeters, type Meters } from './metrics/meters.ts'
import { type Directory, openDirectory } from './publishers/directory.ts'
import { createKeyUse, type KeyUse } from './publishers/key-use.ts'
import { createProviders, type Providers } from './push-targets/providers.ts'
import { createRecentReach, type RecentReach } from './reach/keep-reach.ts'
import { createNextEventReach, type NextEventReach } from './reach/next-event-reach.ts'
import { createRequestLog, type RequestLog } from './request-log/request-log.ts'
import { type History, openHistory } from './revisions/history.ts'
import { ensureSecret } from './seal/ensure-secret.ts'
import { openSealer } from './seal/open-sealer.ts'
import { type ActiveFeeds, createActiveFeeds } from './statistics/active-feeds.ts'
import { type ClickCounter, createClickCounter } from './statistics/click-counter.ts'
import { newVapidKey } from './web-push/vapid.ts'
import { createWebPush, type WebPush } from './web-push/web-push.ts'
import { createSender, type Sender } from './webhooks/sender.ts'

/** The service's long-lived objects. */
export interface AppContext {
  config: Config
  log: Logger
  /** Epoch ms. */
  now: () => number
  /** The metrics of this process. */
  meters: Meters
  /** Aborted when the service begins to stop. */
  stopping: AbortController
  database: Database
  /** `database.db`, which nearly all callers need. */
  db: Db
  /** When the database last went back to an earlier state. */
  history: History
  directory: Directory
  publicCalendars: PublicCalendars
  calendarCounts: CalendarCounts
  links: Links
  /** Work for browsers in a crowd. */
  challenges: Challenges
  feeds: FeedEngine
  feedReads: FeedReads
  cutFeeds: CutFeeds
  /** Clicks on the links of events. */
  clicks: ClickCounter
  activeFeeds: ActiveFeeds
  /** The reach of recent changes. */
  reach: CachedCounts<RecentReach>
  nextEventReach: CachedCounts<NextEventReach>
  keyUse: KeyUse
  requestLog: RequestLog
  /** Delays signed requests; undefined if no rate is configured. */
  requestQueue: RequestQueue | undefined
  logos: Logos
  mailer: Mailer
  /** Posts to callbacks and to push services. */
  sender: Sender
  /** Sends to browsers of subscribers. */
  webPush: WebPush
  /** The providers of calendars that the service writes into, with their clients. */
  providers: Providers
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens the database and creates the context. Close it with `await using` or its async disposer. */
export async function openContext(
  config: Config,
  overrides: Partial<Pick<AppContext, 'log' | 'now' | 'sender'>> = {},
): Promise<AppContext> {
  const log = overrides.log ?? createLogger(config)
  const now = overrides.now ?? Date.now
  const meters = createMeters()
  const database = await openDatabase(config.db, (sql, ms) => countQuery(meters, sql, ms))
  const { db } = database
  const unread = await openSealer(db, config.sealing).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  if (unread.length > 0)
    log.warn(
      { tables: unread },
      'a node of the database is away: keep older sealing keys until a start with all',
    )
  const { publicUrl } = config.http
  const linkKey = await ensureSecret(db, 'link-key', () => randomBytes(32).toString('base64'))
  const vapidKey = await ensureSecret(db, 'vapid-key', newVapidKey)
  const history = await openHistory(db, now)
  const calendarCounts = createCalendarCounts(db, now, log)
  const links = createLinks(Buffer.from(linkKey, 'base64'))
  const feedReads = createFeedReads(db, meters)
  const cutFeeds = createCutFeeds(db, now, log)
  const clicks = createClickCounter(db, now)
  const activeFeeds = createActiveFeeds(db, now, log)
  const reach = createRecentReach(db, now, log)
  const publicCalendars = createPublicCalendars(db, now)
  const nextEventReach = createNextEventReach(db, publicCalendars, now, log)
  const keyUse = createKeyUse(db, now)
  const requestLog = createRequestLog(database.limits)
  const stopping = new AbortController()
  const mailer = createMailer(config.mail, log, now)
  const { allowPrivate } = config.webhooks
  const sender = overrides.sender ?? createSender({ allowPrivate })
  return {
    config,
    log,
    now,
    meters,
    stopping,
    database,
    db,
    history,
    directory: openDirectory(database.db),
    publicCalendars,
    calendarCounts,
    links,
    challenges: createChallenges(links.secretFor('challenge'), config.challengeWork, now),
    feeds: createFeedEngine({
      database,
      history,
      links,
      publicUrl,
      // Stored when the first feed is written: UIDs of events must never change, even if the service moves.
      uidHost: () => ensureServiceValue(db, 'uid-host', () => new URL(publicUrl).hostname),
      cacheBytes: config.feedCacheBytes,
      limit: config.feedBytes,
      cutFeeds,
      now,
    }),
    feedReads,
    cutFeeds,
    clicks,
    activeFeeds,
    reach,
    nextEventReach,
    keyUse,
    requestLog,
    requestQueue: createRequestQueue(database.limits, config.requestPace, now, stopping.signal),
    logos: createLogos({ allowPrivate }),
    mailer,
    sender,
    webPush: createWebPush({ key: vapidKey, contact: contactOf(config), sender, allowPrivate, now }),
    providers: createProviders(db, config, links.secretFor('accounts at providers'), now),
    async [Symbol.asyncDispose]() {
      const counts = [activeFeeds, calendarCounts, reach, nextEventReach]
      await Promise.allSettled(counts.map((count) => count.close()))
      const flushed = [
        feedReads.flush(),
        cutFeeds.flush(),
        clicks.flush(),
        keyUse.flush(),
        requestLog.flush(),
      ]
      await Promise.allSettled([...flushed, mailer.close(), sender.close()])
      await database.close()
    },
  }
}

/** The address at which people who run push services reach those who run this service (RFC 8292, 2.1). */
function contactOf({ http, mail }: Config): string {
  return http.publicUrl.startsWith('https:') ? http.publicUrl : `mailto:${mail.from.address}`
}

function createLogger(config: Config): Logger {
  const { level, pretty } = config.log
  return pino({ ...LOG_OPTIONS, level, ...(pretty && { transport: { target: 'pino-pretty' } }) })
}
