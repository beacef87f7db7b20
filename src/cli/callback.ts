import { Command } from 'commander'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { listCallbacks } from '../webhooks/callback-store.ts'
import { addCallback, changeCallback } from '../webhooks/save-callback.ts'
import { testCallback } from '../webhooks/test-callback.ts'
import { wholeNumber } from './whole-number.ts'
import { withPublisher } from './with-publisher.ts'

interface AddOptions {
  publisher: number
  url: string
  name?: string
  kinds?: string
  secret?: string
  idName?: string
}

export function callbackCommand(): Command {
  const add = new Command('add')
    .description('register a callback; its signing secret is shown only now')
    .requiredOption('--url <url>', 'where notifications are posted')
    .option('--name <name>', 'what it is for')
    .option('--kinds <kinds>', 'the kinds of notifications, separated by commas')
    .option('--secret <secret>', 'encrypts the bodies')
    .option('--id-name <name>', 'what svcId is called in the bodies: the name for bodies in FASTI_ID_ALIASES')
    .option('--json', 'print JSON; nothing else is ever printed')
    .action((options: AddOptions) => withPublisher(options, (ctx) => addFromOptions(ctx, options)))
  const list = new Command('list')
    .description('list callbacks without their secrets')
    .action((options: { publisher: number }) =>
      withPublisher(options, (ctx) => printList(ctx, options.publisher)),
    )
  const command = new Command('callback').description('webhook URLs of a publisher')
  const actions = [
    action('enable', 'switch a callback on', switchTo(true)),
    action('disable', 'switch a callback off', switchTo(false)),
    action('test', 'send a made-up notification now', sendTest),
  ]
  for (const part of [add, list, ...actions]) {
    command.addCommand(part.requiredOption('--publisher <id>', 'whose callbacks', wholeNumber))
  }
  return command
}

type Action = (ctx: AppContext, publisherId: number, id: string) => Promise<void>

function action(name: string, description: string, run: Action): Command {
  return new Command(name)
    .description(description)
    .argument('<id>')
    .action((id: string, options: { publisher: number }) =>
      withPublisher(options, (ctx) => run(ctx, options.publisher, id)),
    )
}

async function addFromOptions(
  ctx: AppContext,
  { publisher, url, name, kinds, secret, idName }: AddOptions,
): Promise<void> {
  const callback = await addCallback(ctx, publisher, {
    url,
    ...(name && { name }),
    ...(kinds && { kinds: kinds.split(',').map((kind) => kind.trim()) }),
    ...(secret && { secret }),
    ...(idName && { idName }),
  })
  console.log(JSON.stringify({ id: callback.id, url: callback.url, signingSecret: callback.signingSecret }))
}

async function printList(ctx: AppContext, publisherId: number): Promise<void> {
  for (const { id, name, url, kinds, active, idName } of await listCallbacks(ctx.db, publisherId)) {
    console.log(JSON.stringify({ id, name, url, kinds, active, idName }))
  }
}

function switchTo(active: boolean): Action {
  return async (ctx, publisherId, id) => {
    await changeCallback(ctx, publisherId, id, { active })
    console.error(`fasti: the callback is ${active ? 'on' : 'off'}`)
  }
}

async function sendTest(ctx: AppContext, publisherId: number, id: string): Promise<void> {
  const { status, error, durationMs, answer } = await testCallback(ctx, publisherId, id)
  console.log(JSON.stringify({ status, error, durationMs, answer }))
  if (error || status === null || status >= 300) throw new AppError('invalid', 'the test did not arrive')
}
