import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './errors.ts'

/** The settings of providers, as read. Their addresses and paces are no settings. */
function providers(credentials: Record<'google' | 'microsoft', object | undefined>) {
  const { google, microsoft } = readConfig({})
  return {
    google: { ...google, credentials: credentials.google },
    microsoft: { ...microsoft, credentials: credentials.microsoft },
  }
}

describe('readConfig', () => {
  it('has defaults for all settings', () => {
    expect(readConfig({})).toEqual({
      http: {
        ...{ host: '127.0.0.1', port: 8080, publicUrl: 'http://localhost:8080', trustedProxies: 0 },
        ...{ maxConnections: 12_000, maxPerAddress: 500, metricsToken: undefined },
      },
      sealing: { keys: [], file: path.resolve('data/key') },
      idAliases: undefined,
      dataDir: path.resolve('data'),
      db: { kind: 'sqlite', file: path.resolve('data/fasti.db') },
      batchIntervalMs: 2000,
      webhooks: { allowPrivate: false, retrySeconds: [300, 1200, 3600] },
      fetchLogos: true,
      subscribeAnswerMs: 150,
      challengeWork: { cost: 2000, rounds: 200 },
      mail: {
        smtpUrl: undefined,
        folder: path.resolve('data/mail'),
        from: { name: undefined, address: 'no-reply@localhost' },
        perSecond: 10,
      },
      feedBytes: 900_000,
      feedCacheBytes: 64_000_000,
      privateEventsPerSubscriber: 10_000,
      seriesMonths: 18,
      requestPace: { perSecond: 50, burst: 500 },
      log: { level: 'info', pretty: false },
      ...providers({ google: undefined, microsoft: undefined }),
    })
  })

  it('treats an empty setting as missing', () => {
    const names = `PORT HOST FASTI_URL FASTI_DATA DATABASE_URL FASTI_BATCH_INTERVAL_MS FASTI_TRUST_PROXY
      FASTI_FEED_CACHE_MB FASTI_PRIVATE_EVENTS_PER_SUBSCRIBER FASTI_SERIES_MONTHS FASTI_ALLOW_PRIVATE_CALLBACKS FASTI_WEBHOOK_RETRY_SECONDS FASTI_FETCH_LOGOS SMTP_URL FASTI_MAIL_FROM FASTI_MAILS_PER_SECOND LOG_LEVEL LOG_PRETTY`
    expect(readConfig(Object.fromEntries(names.split(/\s+/).map((name) => [name, ''])))).toEqual(
      readConfig({}),
    )
  })

  it('reads all settings', () => {
    const config = readConfig({
      PORT: '9000',
      HOST: '0.0.0.0',
      FASTI_TRUST_PROXY: '2',
      FASTI_MAX_CONNECTIONS: '200',
      FASTI_METRICS_TOKEN: 'sixteen-letters-or-more',
      FASTI_ID_ALIASES: 'x_id:xId',
      FASTI_DATA: '/srv/fasti',
      FASTI_BATCH_INTERVAL_MS: '0',
      FASTI_ALLOW_PRIVATE_CALLBACKS: '1',
      FASTI_WEBHOOK_RETRY_SECONDS: '1, 20',
      FASTI_FETCH_LOGOS: '0',
      SMTP_URL: 'smtps://user:p%40ss@mail.example.com:465',
      FASTI_MAILS_PER_SECOND: '3',
      FASTI_MAIL_FROM: 'City Rugby <calendars@example.com>',
      FASTI_FEED_KB: '500',
      FASTI_REQUESTS_PER_SECOND: '20',
      FASTI_REQUESTS_BURST: '5',
      FASTI_FEED_CACHE_MB: '8',
      FASTI_PRIVATE_EVENTS_PER_SUBSCRIBER: '200',
      FASTI_SERIES_MONTHS: '24',
      FASTI_GOOGLE_CLIENT_ID: 'ours.apps.googleusercontent.com',
      FASTI_GOOGLE_CLIENT_SECRET: 'GOCSPX-secret',
      FASTI_MICROSOFT_CLIENT_ID: 'application',
      FASTI_MICROSOFT_CLIENT_SECRET: 'value',
      LOG_LEVEL: 'silent',
      LOG_PRETTY: '1',
    })
    expect(config).toEqual({
      http: {
        ...{ host: '0.0.0.0', port: 9000, publicUrl: 'http://localhost:9000', trustedProxies: 2 },
        ...{ maxConnections: 200, maxPerAddress: 0, metricsToken: 'sixteen-letters-or-more' },
      },
      sealing: { keys: [], file: '/srv/fasti/key' },
      idAliases: { query: 'x_id', body: 'xId' },
      dataDir: '/srv/fasti',
      db: { kind: 'sqlite', file: '/srv/fasti/fasti.db' },
      batchIntervalMs: 0,
      webhooks: { allowPrivate: true, retrySeconds: [1, 20] },
      fetchLogos: false,
      subscribeAnswerMs: 150,
      challengeWork: { cost: 2000, rounds: 200 },
      mail: {
        smtpUrl: 'smtps://user:p%40ss@mail.example.com:465',
        folder: '/srv/fasti/mail',
        from: { name: 'City Rugby', address: 'calendars@example.com' },
        perSecond: 3,
      },
      feedBytes: 500_000,
      feedCacheBytes: 8_000_000,
      privateEventsPerSubscriber: 200,
      seriesMonths: 24,
      requestPace: { perSecond: 20, burst: 5 },
      log: { level: 'silent', pretty: true },
      ...providers({
        google: { clientId: 'ours.apps.googleusercontent.com', clientSecret: 'GOCSPX-secret' },
        microsoft: { clientId: 'application', clientSecret: 'value' },
      }),
    })
  })

  it.each([
    ['https://Example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com:8443/fasti//', 'https://example.com:8443/fasti'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('builds links from %s as %s', (FASTI_URL, publicUrl) => {
    expect(readConfig({ FASTI_URL }).http.publicUrl).toBe(publicUrl)
  })

  it.each([
    ['sqlite:/srv/a b.db', { kind: 'sqlite', file: '/srv/a b.db' }],
    ['sqlite:///srv/fasti.db', { kind: 'sqlite', file: '/srv/fasti.db' }],
    ['sqlite:fasti.db', { kind: 'sqlite', file: path.resolve('fasti.db') }],
    ['postgres://u:p@h:5432/d', { kind: 'postgres', url: 'postgres://u:p@h:5432/d', connections: 10 }],
    [
      'postgresql://h/d?sslmode=require',
      { kind: 'postgres', url: 'postgresql://h/d?sslmode=require', connections: 10 },
    ],
  ])('reads DATABASE_URL %s', (DATABASE_URL, db) => {
    expect(readConfig({ DATABASE_URL }).db).toEqual(db)
  })

  it.each([
    [{ FASTI_MAIL_FROM: 'a@example.com' }, { name: undefined, address: 'a@example.com' }],
    [{ FASTI_MAIL_FROM: '<a@example.com>' }, { name: undefined, address: 'a@example.com' }],
    [
      { FASTI_MAIL_FROM: '"Grüße, Fasti" <a@example.com>' },
      { name: 'Grüße, Fasti', address: 'a@example.com' },
    ],
    [{ FASTI_URL: 'https://cal.example.com/x' }, { name: undefined, address: 'no-reply@cal.example.com' }],
    [{ FASTI_URL: 'http://192.0.2.1:80' }, { name: undefined, address: 'no-reply@localhost' }],
    [{ FASTI_URL: 'http://[::1]' }, { name: undefined, address: 'no-reply@localhost' }],
  ])('reads the sender of mails from %j', (env, from) => {
    expect(readConfig(env).mail.from).toEqual(from)
  })

  it.each([
    ['PORT', ['abc', '-1', '65536', '80.5', '0x50', ' 80', '１２']],
    [
      'FASTI_URL',
      ['example.com', 'ftp://example.com', 'https://', 'https://a/?x=1', 'https://a/#b', 'https://u:p@a'],
    ],
    ['FASTI_TRUST_PROXY', ['yes', '-1', '11']],
    ['DATABASE_URL', ['mysql://u:hidden@h/d', 'fasti.db', 'sqlite:', 'postgres:h', 'postgres://h:port/d']],
    ['FASTI_DATABASE_CONNECTIONS', ['1', '1001', 'many']],
    ['FASTI_BATCH_INTERVAL_MS', ['2s', '-1', '3600001', '1e3']],
    ['FASTI_PRIVATE_EVENTS_PER_SUBSCRIBER', ['many', '-1', '1000001']],
    ['FASTI_SERIES_MONTHS', ['many', '0', '61']],
    ['FASTI_ALLOW_PRIVATE_CALLBACKS', ['yes', 'true']],
    ['FASTI_WEBHOOK_RETRY_SECONDS', ['soon', '5,5', '20,10', '0', '1,,2', '-1', '1.5', '300;1200']],
    ['SMTP_URL', ['mail.example.com', 'http://u:hidden@h', 'smtp://', 'smtp:h', 'smtp://u:hidden@h:port']],
    [
      'FASTI_MAIL_FROM',
      ['Fasti', 'a@', '<a@b', 'a@b, c@d', 'A\r\nBcc: x <a@example.com>', 'A <a@example.com>\r\nBcc: x@y'],
    ],
    ['FASTI_MAILS_PER_SECOND', ['0', '1001', '0.5', 'fast']],
    ['FASTI_FEED_CACHE_MB', ['0', '1.5', 'lots']],
    ['LOG_LEVEL', ['INFO', 'loud']],
    ['LOG_PRETTY', ['true', '2']],
  ])('refuses %s by name, in one line', (name, values) => {
    for (const value of values) {
      const read = () => readConfig({ [name]: value })
      expect(read, value).toThrow(ConfigError)
      expect(read, value).toThrow(new RegExp(`^${name} must [^\n]+$`))
      expect(read, value).not.toThrow('hidden')
    }
  })
})
