import { randomBytes } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { type CalendarCounts, createCalendarCounts } from './calendars/calendar-counts.ts'
import { createOffer, type Offer } from './calendars/offer.ts'
import type { Config } from './config.ts'
import { type Database, type Db, openDatabase } from './db/database.ts'
import { rememberedValue } from './db/service-store.ts'
import { createCutFeeds, type CutFeeds } from './feeds/cut-feeds.ts'
import { createFeedEngine, type FeedEngine } from './feeds/feed-engine.ts'
import { createFeedReads, type FeedReads } from './feeds/feed-reads.ts'
import { createLinks, type Links } from './feeds/links.ts'
import { type ActiveFeeds, createActiveFeeds } from './figures/active-feeds.ts'
import { createFigureCounter, type FigureCounter } from './figures/figure-counter.ts'
import { LOG_OPTIONS } from './log.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { countQuery, createMeters, type Meters } from './metrics/meters.ts'
import { type Directory, openDirectory } from './publishers/directory.ts'
import { createKeyUse, type KeyUse } from './publishers/key-use.ts'
import { createLogos, type Logos } from './publishers/logos.ts'
import { createRequestLog, type RequestLog } from './publishers/request-log.ts'
import { createTurns, type Turns } from './publishers/turns.ts'
import { openSealer } from './seal/open-sealer.ts'
import { rememberedSecret } from './seal/remembered-secret.ts'
import { createSender, type Sender } from './webhooks/sender.ts'

/** Every long-lived thing the service owns. */
export interface AppContext {
  config: Config
  log: Logger
  /** Epoch milliseconds. */
  now: () => number
  /** What this process counts of itself. */
  meters: Meters
  /** Fires when the service is about to stop. */
  stopping: AbortController
  database: Database
  /** `database.db`, which nearly everybody needs. */
  db: Db
  directory: Directory
  offer: Offer
  calendarCounts: CalendarCounts
  links: Links
  feeds: FeedEngine
  feedReads: FeedReads
  cutFeeds: CutFeeds
  figures: FigureCounter
  activeFeeds: ActiveFeeds
  keyUse: KeyUse
  requestLog: RequestLog
  /** Of signed requests; undefined: there is no limit. */
  turns: Turns | undefined
  logos: Logos
  mailer: Mailer
  /** Posts to callbacks. */
  sender: Sender
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens the database and what stands on it. To be closed with `await using` or its async disposer. */
export async function openContext(
  config: Config,
  overrides: Partial<Pick<AppContext, 'log' | 'now' | 'sender'>> = {},
): Promise<AppContext> {
  const log = overrides.log ?? createLogger(config)
  const now = overrides.now ?? Date.now
  const meters = createMeters()
  const database = await openDatabase(config.db, (sql, ms) => countQuery(meters, sql, ms))
  const { db } = database
  await openSealer(db, config.sealing).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const { publicUrl } = config.http
  const linkKey = await rememberedSecret(db, 'link-key', () => randomBytes(32).toString('base64'))
  const calendarCounts = createCalendarCounts(db, now, log)
  const links = createLinks(Buffer.from(linkKey, 'base64'))
  const feedReads = createFeedReads(db)
  const cutFeeds = createCutFeeds(db, now, log)
  const figures = createFigureCounter(db, now)
  const activeFeeds = createActiveFeeds(db, now, log)
  const keyUse = createKeyUse(db, now)
  const requestLog = createRequestLog(database.limits)
  const stopping = new AbortController()
  const mailer = createMailer(config.mail, log, now)
  const sender = overrides.sender ?? createSender({ allowPrivate: config.webhooks.allowPrivate })
  return {
    config,
    log,
    now,
    meters,
    stopping,
    database,
    db,
    directory: openDirectory(db),
    offer: createOffer(db, now),
    calendarCounts,
    links,
    feeds: createFeedEngine({
      database,
      links,
      publicUrl,
      // Kept from the first feed on: an event's UID stays the same for ever, also when the service moves.
      uidHost: () => rememberedValue(db, 'uid-host', () => new URL(publicUrl).hostname),
      cacheBytes: config.feedCacheBytes,
      limit: config.feedBytes,
      cutFeeds,
      now,
    }),
    feedReads,
    cutFeeds,
    figures,
    activeFeeds,
    keyUse,
    requestLog,
    turns: createTurns(database.limits, config.requestPace, now, stopping.signal),
    logos: createLogos({ allowPrivate: config.webhooks.allowPrivate }),
    mailer,
    sender,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([activeFeeds.close(), calendarCounts.close()])
      const flushed = [
        feedReads.flush(),
        cutFeeds.flush(),
        figures.flush(),
        keyUse.flush(),
        requestLog.flush(),
      ]
      await Promise.allSettled([...flushed, mailer.close(), sender.close()])
      await database.close()
    },
  }
}

function createLogger(config: Config): Logger {
  const { level, pretty } = config.log
  return pino({ ...LOG_OPTIONS, level, ...(pretty && { transport: { target: 'pino-pretty' } }) })
}
