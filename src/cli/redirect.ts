import { Command } from 'commander'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { keysOfAddress, readFeedAddress } from '../redirects/feed-address.ts'
import { listRedirects, listRedirectsByKey, type Redirect } from '../redirects/redirect-store.ts'
import { addRedirect, removeRedirect } from '../redirects/save-redirect.ts'
import { wholeNumber } from './whole-number.ts'
import { withPublisher } from './with-publisher.ts'

const PAGE = 1000

interface Options {
  publisher: number
  to: string
  address?: string
}

export function redirectCommand(): Command {
  const add = new Command('add')
    .description('have an old feed address lead to a feed of this service')
    .argument('<address>', 'host, path and query, as applications poll it')
    .requiredOption('--to <target>', 'a subscriber (svc_id or e-mail) or a calendar (id or reference)')
    .action((address: string, options: Options) =>
      withPublisher(options, (ctx) => addFromOptions(ctx, address, options)),
    )
  const list = new Command('list')
    .description('list where old addresses lead; the addresses themselves are not kept')
    .option('--address <address>', 'only where this one leads')
    .action((options: Options) => withPublisher(options, (ctx) => printList(ctx, options)))
  const remove = new Command('remove')
    .description('forget an old feed address')
    .argument('<address>')
    .action((address: string, options: Options) =>
      withPublisher(options, (ctx) => removeAddress(ctx, address, options.publisher)),
    )
  const command = new Command('redirect').description('old feed addresses of a publisher')
  for (const part of [add, list, remove]) {
    command.addCommand(part.requiredOption('--publisher <id>', 'whose feeds', wholeNumber))
  }
  return command
}

async function addFromOptions(ctx: AppContext, address: string, { publisher, to }: Options): Promise<void> {
  const added = await addRedirect(ctx, publisher, address, to)
  console.error(added ? 'fasti: the address leads there now' : 'fasti: the address led there already')
}

async function removeAddress(ctx: AppContext, address: string, publisherId: number): Promise<void> {
  if (!(await removeRedirect(ctx, publisherId, address)))
    throw new AppError('not_found', 'the address led nowhere')
  console.error('fasti: the address leads nowhere now')
}

async function printList(ctx: AppContext, { publisher, address }: Options): Promise<void> {
  if (address !== undefined) {
    const keys = keysOfAddress(readFeedAddress(address))
    const found = await listRedirectsByKey(ctx.db, publisher, keys)
    const best = keys.flatMap((key) => found.find((redirect) => redirect.key === key) ?? [])
    return best.slice(0, 1).forEach(print)
  }
  for (let after = ''; ;) {
    const page = await listRedirects(ctx.db, publisher, after, PAGE)
    page.forEach(print)
    if (page.length < PAGE) return
    after = page.at(-1)!.key
  }
}

function print({ key, kind, targetId, created }: Redirect): void {
  console.log(JSON.stringify({ key, kind, id: targetId, created: new Date(created).toISOString() }))
}
