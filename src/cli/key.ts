import { Command, Option } from 'commander'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { readAddresses } from '../publishers/addresses.ts'
import { KEY_SCOPES, type KeyScope } from '../publishers/api-key.ts'
import { listApiKeys, setApiKeyActive } from '../publishers/api-key-store.ts'
import { createApiKey } from '../publishers/save-api-key.ts'
import { wholeNumber } from './whole-number.ts'
import { withPublisher } from './with-publisher.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 36_500

interface CreateOptions {
  publisher: number
  name: string
  expiresInDays?: number
  sha256Only: boolean
  onceOnly: boolean
  scope: KeyScope
  allowIp: string[]
}

export function keyCommand(): Command {
  const create = new Command('create')
    .description('create an API key')
    .option('--name <name>', 'what it is for', 'Key')
    .option('--expires-in-days <days>', `days after which it is refused, at most ${MAX_DAYS}`, days)
    .option('--sha256-only', 'refuse the old MD5 signatures', false)
    .option('--once-only', 'refuse requests without a timestamp and a nonce, and replays with them', false)
    .addOption(
      new Option('--scope <scope>', 'full: everything; read: change nothing; batch: only batch operations')
        .choices(KEY_SCOPES)
        .default('full'),
    )
    .option('--allow-ip <address...>', 'refuse it from elsewhere; addresses and networks: 203.0.113.0/24', [])
    .action((options: CreateOptions) => withPublisher(options, (ctx) => createKey(ctx, options)))
  const list = new Command('list')
    .description('list API keys without their secrets')
    .action((options: { publisher: number }) =>
      withPublisher(options, (ctx) => listKeys(ctx, options.publisher)),
    )
  const disable = new Command('disable')
    .description('switch an API key off')
    .argument('<key>')
    .action((key: string, options: { publisher: number }) =>
      withPublisher(options, (ctx) => disableKey(ctx, options.publisher, key)),
    )
  const command = new Command('key').description('API keys; each prints JSON')
  for (const part of [create, list, disable]) {
    command.addCommand(part.requiredOption('--publisher <id>', 'whose keys', wholeNumber))
  }
  return command
}

async function createKey(ctx: AppContext, options: CreateOptions): Promise<void> {
  const now = ctx.now()
  const expiresAt = options.expiresInDays === undefined ? null : now + options.expiresInDays * DAY_MS
  const { publisher, name, sha256Only, onceOnly, scope } = options
  const addresses = readAddresses(options.allowIp, '--allow-ip')
  const wanted = { name, sha256Only, onceOnly, scope, addresses, expiresAt }
  const { key, secret } = await transact(ctx.db, (tx) => createApiKey(tx, publisher, wanted, now))
  console.log(JSON.stringify({ apiKey: key, secret }))
}

async function listKeys(ctx: AppContext, publisherId: number): Promise<void> {
  for (const listed of await listApiKeys(ctx.db, publisherId)) {
    const { key, name, active, sha256Only, onceOnly, scope, addresses, expiresAt, lastUsedAt } = listed
    const time = (at: number | null) => at && new Date(at).toISOString()
    console.log(
      JSON.stringify({
        apiKey: key,
        name,
        active,
        sha256Only,
        onceOnly,
        scope,
        addresses,
        expires: time(expiresAt),
        lastUsed: time(lastUsedAt),
      }),
    )
  }
}

async function disableKey(ctx: AppContext, publisherId: number, key: string): Promise<void> {
  if (await setApiKeyActive(ctx.db, publisherId, key, false)) return console.error('fasti: the key is off')
  throw new AppError('not_found', `Publisher ${publisherId} has no key ${key}`)
}

function days(text: string): number {
  if (wholeNumber(text) <= MAX_DAYS) return wholeNumber(text)
  throw new AppError('invalid', `"${text}" is more than ${MAX_DAYS} days`)
}
