import path from 'node:path'
import { ConfigError } from './errors.ts'
import type { Work } from './limits/challenges.ts'
import type { Pace } from './limits/token-bucket.ts'
import { readSealingKeys, type SealingConfig } from './seal/sealing-keys.ts'

export interface Config {
  http: {
    host: string
    port: number
    publicUrl: string
    trustedProxies: number
    maxConnections: number
    /** Connections of one client address; 0: unlimited. */
    maxPerAddress: number
    /** The token that allows reading the metrics; undefined: only local clients may. */
    metricsToken: string | undefined
  }
  dataDir: string
  db: DatabaseConfig
  /** Maximum private events of a subscriber that have not ended; 0: unlimited. */
  sealing: SealingConfig
  /** Private events that have not ended, of one subscriber; 0: any number. */
  privateEventsPerSubscriber: number
  /** Months ahead of today for which the dates of a series are made. */
  seriesMonths: number
  /** Minimum milliseconds between batch requests of one API key; 0: no limit. */
  idAliases: IdAliases | undefined
  /** Milliseconds between two batch requests of one API key; 0 switches pacing off. */
  batchIntervalMs: number
  /** The rate limit for other signed requests of one API key; undefined: unlimited. */
  requestPace: Pace | undefined
  webhooks: {
    /** Callbacks may reach private and loopback addresses. */
    allowPrivate: boolean
    /** Seconds from the first attempt at which a failed delivery is retried. */
    retrySeconds: number[]
  }
  /** True: logos of sub-accounts are fetched, checked and stored; false: only their addresses are stored. */
  fetchLogos: boolean
  mail: MailConfig
  /** Milliseconds from a request to subscribe to its response, whether or not the address is known. */
  subscribeAnswerMs: number
  /** The work that a browser does in a crowd: some 0.3 seconds of a phone. */
  challengeWork: Work
  /** Maximum octets of a feed. */
  feedBytes: number
  /** Octets of rendered feeds that are cached. */
  feedCacheBytes: number
  log: { level: string; pretty: boolean }
  google: GoogleConfig
  microsoft: MicrosoftConfig
}

/** A client at a provider of calendars. */
export interface Credentials {
  clientId: string
  clientSecret: string
}

/** How a provider of calendars is reached. */
interface ProviderConfig<Addresses> {
  /** The installation's client; undefined: only publishers with one of their own are offered anything. */
  credentials: Credentials | undefined
  /** The provider's own; tests have others. */
  addresses: Addresses
  /** Requests that we send: of one client, and to one account. */
  pace: Pace
  accountPace: Pace
  /** The first wait after a failure; each further one is twice as long. */
  backOffMs: number
}

/** Google takes 10,000 requests a minute of a client, and 600 to one account. We send 9,530 and 350. */
export type GoogleConfig = ProviderConfig<GoogleAddresses>
/**
 * Microsoft takes 130,000 requests of a client in ten seconds, and 10,000 to one mailbox in ten minutes. We send
 * 11,000 and 8,800.
 */
export type MicrosoftConfig = ProviderConfig<MicrosoftAddresses>

export interface GoogleAddresses {
  /** The page at which people consent. */
  consent: string
  token: string
  revoke: string
  /** Of the Calendar API, with the paths of methods after it. */
  api: string
  /** To which many requests are sent in one. */
  batch: string
}

/** Google's addresses, or all of them at one origin that stands in for Google. */
function googleAddresses(standIn: string | undefined): GoogleAddresses {
  const at = (origin: string) => standIn ?? origin
  return {
    consent: `${at('https://accounts.google.com')}/o/oauth2/v2/auth`,
    token: `${at('https://oauth2.googleapis.com')}/token`,
    revoke: `${at('https://oauth2.googleapis.com')}/revoke`,
    api: `${at('https://www.googleapis.com')}/calendar/v3`,
    batch: `${at('https://www.googleapis.com')}/batch/calendar/v3`,
  }
}

export interface MicrosoftAddresses {
  /** The page at which people consent. */
  consent: string
  token: string
  /** Of Microsoft Graph, with the paths of methods after it. */
  api: string
}

/** Microsoft's addresses, or all of them at one origin that stands in for Microsoft. */
function microsoftAddresses(standIn: string | undefined): MicrosoftAddresses {
  // `common`: accounts of people, of companies and of schools.
  const oauth = `${standIn ?? 'https://login.microsoftonline.com'}/common/oauth2/v2.0`
  const api = `${standIn ?? 'https://graph.microsoft.com'}/v1.0`
  return { consent: `${oauth}/authorize`, token: `${oauth}/token`, api }
}

export type DatabaseConfig =
  | { kind: 'sqlite'; file: string }
  /** `connections`: the maximum for one process. */
  | { kind: 'postgres'; url: string; connections: number }

/** Other names of the subscriber's identifier besides `svc_id` (in queries) and `svcId` (in bodies). */
export interface IdAliases {
  query: string
  body: string
}

export interface MailConfig {
  /** The mail server; undefined: mails are written to `folder`. */
  smtpUrl: string | undefined
  folder: string
  /** The sender; the name defaults to the publisher's. */
  from: { name: string | undefined; address: string }
  /** Alerts sent in a second. */
  perSecond: number
}

/** An invalid setting. The message is one line and names the setting. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads all settings of the service from the environment. Throws ConfigError for the first invalid one. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = readInteger(env, 'PORT', 8080, 0, 65535)
  const dataDir = path.resolve(env.FASTI_DATA || 'data')
  const publicUrl = readUrl(env, 'FASTI_URL', `http://localhost:${port}`)
  const trustedProxies = readInteger(env, 'FASTI_TRUST_PROXY', 0, 0, 10)
  const perAddress = readInteger(env, 'FASTI_MAX_CONNECTIONS_PER_ADDRESS', 500, 1, 1_000_000)
  return {
    http: {
      host: env.HOST || '127.0.0.1',
      port,
      publicUrl,
      trustedProxies,
      maxConnections: readInteger(env, 'FASTI_MAX_CONNECTIONS', 12_000, 1, 1_000_000),
      // Behind a proxy all connections have its address.
      maxPerAddress: trustedProxies > 0 ? 0 : perAddress,
      metricsToken: readToken(env, 'FASTI_METRICS_TOKEN'),
    },
    dataDir,
    db: readDatabase(env, dataDir),
    sealing: { keys: readSealingKeys(env.FASTI_KEY), file: path.join(dataDir, 'key') },
    idAliases: readIdAliases(env.FASTI_ID_ALIASES),
    privateEventsPerSubscriber: readInteger(env, 'FASTI_PRIVATE_EVENTS_PER_SUBSCRIBER', 10_000, 0, 1_000_000),
    seriesMonths: readInteger(env, 'FASTI_SERIES_MONTHS', 18, 1, 60),
    batchIntervalMs: readInteger(env, 'FASTI_BATCH_INTERVAL_MS', 2000, 0, 3_600_000),
    requestPace: readPace(env),
    webhooks: {
      allowPrivate: readChoice(env, 'FASTI_ALLOW_PRIVATE_CALLBACKS', '0', ['0', '1']) === '1',
      retrySeconds: readSeconds(env, 'FASTI_WEBHOOK_RETRY_SECONDS', '300,1200,3600'),
    },
    fetchLogos: readChoice(env, 'FASTI_FETCH_LOGOS', '1', ['0', '1']) === '1',
    subscribeAnswerMs: 150,
    challengeWork: { cost: 2000, rounds: 200 },
    mail: {
      smtpUrl: readSmtpUrl(env.SMTP_URL),
      folder: path.join(dataDir, 'mail'),
      from: readSender(env.FASTI_MAIL_FROM, publicUrl),
      perSecond: readInteger(env, 'FASTI_MAILS_PER_SECOND', 10, 1, 1000),
    },
    feedBytes: readInteger(env, 'FASTI_FEED_KB', 900, 200, 100_000) * 1000,
    feedCacheBytes: readInteger(env, 'FASTI_FEED_CACHE_MB', 64, 1, 1_000_000) * 1_000_000,
    log: {
      level: readChoice(env, 'LOG_LEVEL', 'info', LOG_LEVELS),
      pretty: readChoice(env, 'LOG_PRETTY', process.stdout.isTTY ? '1' : '0', ['0', '1']) === '1',
    },
    google: readGoogle(env),
    microsoft: readMicrosoft(env),
  }
}

function readInteger(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (value >= min && value <= max) return value
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
}

/** 0 requests per second: no limit. A burst of 0 allows one request at a time. */
function readPace(env: NodeJS.ProcessEnv): Pace | undefined {
  const perSecond = readInteger(env, 'FASTI_REQUESTS_PER_SECOND', 50, 0, 10_000)
  const burst = readInteger(env, 'FASTI_REQUESTS_BURST', 500, 0, 100_000)
  return perSecond === 0 ? undefined : { perSecond, burst: Math.max(1, burst) }
}

/** Names that queries or bodies already use. */
const RESERVED_NAMES =
  /^(svc_?id|api(Key|Sign|Time|Nonce)|id|ids|type|events?|email|reference(Type)?|page|limit|name|state|action|timestamp|nonce)$/i

/** `x_id:xId`: the names in queries and in bodies. */
function readIdAliases(text: string | undefined): IdAliases | undefined {
  if (!text) return undefined
  const [, query, body] = /^([A-Za-z_]\w{0,39}):([A-Za-z_]\w{0,39})$/.exec(text) ?? []
  if (query && body && ![query, body].some((name) => RESERVED_NAMES.test(name))) return { query, body }
  throw new ConfigError(
    `FASTI_ID_ALIASES must be two names that mean nothing else, such as x_id:xId, not "${text}"`,
  )
}

/** Ascending whole seconds, separated by commas. */
function readSeconds(env: NodeJS.ProcessEnv, name: string, fallback: string): number[] {
  const text = env[name] || fallback
  const seconds = text.split(',').map((part) => (/^ *\d{1,7} *$/.test(part) ? Number(part) : NaN))
  if (seconds.every((value, i) => value > (seconds[i - 1] ?? 0))) return seconds
  throw new ConfigError(`${name} must be rising whole seconds such as ${fallback}, not "${text}"`)
}

function readChoice(env: NodeJS.ProcessEnv, name: string, fallback: string, choices: string[]): string {
  const value = env[name] || fallback
  if (choices.includes(value)) return value
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${value}"`)
}

/** A secret that is valid in a header. The error does not contain it. */
function readToken(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name] || undefined
  if (text === undefined || /^[\x21-\x7e]{16,}$/.test(text)) return text
  throw new ConfigError(`${name} must be at least 16 characters, without spaces`)
}

function readGoogle(env: NodeJS.ProcessEnv): GoogleConfig {
  const credentials = readCredentials(env, 'FASTI_GOOGLE', 'Google')
  const standIn = env.FASTI_GOOGLE_URL ? readUrl(env, 'FASTI_GOOGLE_URL', '') : undefined
  return {
    ...{ credentials, addresses: googleAddresses(standIn), backOffMs: 1000 },
    ...{ pace: { perSecond: 158, burst: 50 }, accountPace: { perSecond: 5, burst: 50 } },
  }
}

function readMicrosoft(env: NodeJS.ProcessEnv): MicrosoftConfig {
  const credentials = readCredentials(env, 'FASTI_MICROSOFT', 'Microsoft')
  const standIn = env.FASTI_MICROSOFT_URL ? readUrl(env, 'FASTI_MICROSOFT_URL', '') : undefined
  return {
    ...{ credentials, addresses: microsoftAddresses(standIn), backOffMs: 1000 },
    ...{ pace: { perSecond: 1000, burst: 1000 }, accountPace: { perSecond: 13, burst: 1000 } },
  }
}

/** The client that a provider's console gave. The errors don't contain the secret. */
function readCredentials(env: NodeJS.ProcessEnv, prefix: string, provider: string): Credentials | undefined {
  const [idName, secretName] = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]
  const [clientId = '', clientSecret = ''] = [env[idName], env[secretName]]
  if (clientId === '' && clientSecret === '') return undefined
  if (!/^[\x21-\x7e]{1,200}$/.test(clientId))
    throw new ConfigError(`${idName} must be the client id that ${provider} gave, without spaces`)
  if (!/^[\x21-\x7e]{1,200}$/.test(clientSecret))
    throw new ConfigError(`${secretName} must be the secret of the client id, without spaces`)
  return { clientId, clientSecret }
}

/** An http or https address without a query; trailing slashes are removed. */
function readUrl(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const text = env[name] || fallback
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ConfigError(`${name} must be an http or https address, not "${text}"`)
  }
  return url.href.replace(/\/+$/, '')
}

function readDatabase(env: NodeJS.ProcessEnv, dataDir: string): DatabaseConfig {
  const text = env.DATABASE_URL || `sqlite:${path.join(dataDir, 'fasti.db')}`
  const connections = readInteger(env, 'FASTI_DATABASE_CONNECTIONS', 10, 2, 1000)
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text))
    return { kind: 'postgres', url: text, connections }
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1]
  if (file) return { kind: 'sqlite', file: path.resolve(file) }
  throw new ConfigError(`DATABASE_URL must start with sqlite: or postgres://, not "${text.split(':')[0]}:"`)
}

/** The address of a mail server. The error does not contain it, since it may include a password. */
function readSmtpUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (/^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname) return text
  throw new ConfigError('SMTP_URL must be an address such as smtp://user:password@mail.example.com:587')
}

/** `name@example.com`, or `Name <name@example.com>`. */
function readSender(text: string | undefined, publicUrl: string): MailConfig['from'] {
  if (!text) return { name: undefined, address: `no-reply@${mailHost(publicUrl)}` }
  const [, name, inBrackets, alone] =
    /^(?:"?([^"<>\p{Cc}]*?)"? *<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u.exec(text) ?? []
  const address = inBrackets ?? alone
  if (address) return { name: name || undefined, address }
  throw new ConfigError('FASTI_MAIL_FROM must be an address such as Fasti <calendars@example.com>')
}

/** The service's host for mail addresses. An IP address is not valid there without brackets. */
function mailHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^\[|^[\d.]+$/.test(hostname) ? 'localhost' : hostname
}
