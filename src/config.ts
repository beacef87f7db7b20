import path from 'node:path'

export interface Config {
  http: { host: string; port: number; publicUrl: string; trustedProxies: number }
  dataDir: string
  db: DatabaseConfig
  /** Milliseconds between two batch requests of one API key; 0 switches pacing off. */
  batchIntervalMs: number
  webhooks: {
    /** Callbacks may reach private and loopback addresses. */
    allowPrivate: boolean
    /** Seconds after the first attempt at which a failed delivery is tried again. */
    retrySeconds: number[]
  }
  /** Logos of sub-accounts are fetched, checked and kept; else only their addresses are. */
  fetchLogos: boolean
  mail: MailConfig
  /** Bytes of rendered feeds kept in memory. */
  feedCacheBytes: number
  log: { level: string; pretty: boolean }
}

export type DatabaseConfig = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

export interface MailConfig {
  /** The mail server; undefined: mails are written to `folder`. */
  smtpUrl: string | undefined
  folder: string
  /** Without a name the publisher's stands there. */
  from: { name: string | undefined; address: string }
}

/** A setting that can't be used. Its message is one line that names it. */
export class ConfigError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads every setting the service knows from the environment; throws ConfigError on the first bad one. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = readInteger(env, 'PORT', 8080, 0, 65535)
  const dataDir = path.resolve(env.FASTI_DATA || 'data')
  const publicUrl = readUrl(env, 'FASTI_URL', `http://localhost:${port}`)
  return {
    http: {
      host: env.HOST || '127.0.0.1',
      port,
      publicUrl,
      trustedProxies: readInteger(env, 'FASTI_TRUST_PROXY', 0, 0, 10),
    },
    dataDir,
    db: readDatabase(env.DATABASE_URL || `sqlite:${path.join(dataDir, 'fasti.db')}`),
    batchIntervalMs: readInteger(env, 'FASTI_BATCH_INTERVAL_MS', 2000, 0, 3_600_000),
    webhooks: {
      allowPrivate: readChoice(env, 'FASTI_ALLOW_PRIVATE_CALLBACKS', '0', ['0', '1']) === '1',
      retrySeconds: readSeconds(env, 'FASTI_WEBHOOK_RETRY_SECONDS', '300,1200,3600'),
    },
    fetchLogos: readChoice(env, 'FASTI_FETCH_LOGOS', '1', ['0', '1']) === '1',
    mail: {
      smtpUrl: readSmtpUrl(env.SMTP_URL),
      folder: path.join(dataDir, 'mail'),
      from: readSender(env.FASTI_MAIL_FROM, publicUrl),
    },
    feedCacheBytes: readInteger(env, 'FASTI_FEED_CACHE_MB', 64, 1, 1_000_000) * 1_000_000,
    log: {
      level: readChoice(env, 'LOG_LEVEL', 'info', LOG_LEVELS),
      pretty: readChoice(env, 'LOG_PRETTY', '0', ['0', '1']) === '1',
    },
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

/** An http or https address without query, its trailing slashes cut. */
function readUrl(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const text = env[name] || fallback
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ConfigError(`${name} must be an http or https address, not "${text}"`)
  }
  return url.href.replace(/\/+$/, '')
}

function readDatabase(text: string): DatabaseConfig {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return { kind: 'postgres', url: text }
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1]
  if (file) return { kind: 'sqlite', file: path.resolve(file) }
  throw new ConfigError(`DATABASE_URL must start with sqlite: or postgres://, not "${text.split(':')[0]}:"`)
}

/** The address of a mail server. What can't be used is not repeated: it may hold a password. */
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

/** The host of the service where mail could have it: an IP address can't stand there as it is. */
function mailHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^\[|^[\d.]+$/.test(hostname) ? 'localhost' : hostname
}
