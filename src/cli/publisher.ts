import { Command, Option } from 'commander'
import { pino } from 'pino'
import { createPublisher, handOver } from '../accounts/create-publisher.ts'
import { checker } from '../check.ts'
import { readConfig } from '../config.ts'
import { type AppContext, openContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { getPublisher, listPublishers } from '../publishers/publisher-store.ts'
import { Email, Text } from '../schemas.ts'
import { isTimeZone } from '../time/zone.ts'
import { inviteAgain, inviteOwner, inviteUser, mailInvitation } from '../users/invite.ts'
import { type Role, ROLES } from '../users/user.ts'
import { findUserByEmail } from '../users/user-store.ts'
import { wholeNumber } from './whole-number.ts'

/** The actor in the audit log. */
const BY_COMMAND = { kind: 'system' as const, id: 'command-line', name: 'Command line', requestId: '' }

interface CreateOptions {
  email: string
  company: string
  firstName: string
  lastName: string
  timezone: string
  partner: boolean
  json: boolean
}

export function publisherCommand(): Command {
  const create = new Command('create')
    .description('create a publisher with its first API key and two widgets')
    .requiredOption('--email <address>', 'e-mail of its owner')
    .requiredOption('--company <name>', 'its name, which subscribers see as the name of their calendar')
    .option('--first-name <name>', 'first name of its owner', '')
    .option('--last-name <name>', 'last name of its owner', '')
    .option('--timezone <zone>', 'its time zone, such as Europe/London', 'UTC')
    .option('--partner', 'may create sub-accounts', false)
    .option('--json', 'print JSON and nothing else', false)
    .action(createFromOptions)
  const invite = new Command('invite')
    .description('invite somebody to sign in to a publisher, such as an owner when there is none left')
    .requiredOption('--publisher <id>', 'whose users', wholeNumber)
    .requiredOption('--email <address>', 'to whom the invitation is mailed')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).default('owner'))
    .action(inviteFromOptions)
  const list = new Command('list')
    .description('list all publishers, sub-accounts too')
    .option('--json', 'print one line of JSON for each', false)
    .action(listAll)
  return new Command('publisher')
    .description('publishers')
    .addCommand(create)
    .addCommand(invite)
    .addCommand(list)
    .addHelpText('after', EXAMPLES)
}

const EXAMPLES = `
Examples:
  fasti publisher create --email you@example.com --company "City Rugby" --timezone Europe/London
  fasti publisher list
  fasti publisher invite --publisher 1 --email friend@example.com --role editor`

async function createFromOptions(options: CreateOptions): Promise<void> {
  requireEmail(options.email)
  if (!isTimeZone(options.timezone))
    throw new AppError('invalid', `--timezone ${options.timezone} is not a time zone`)
  if (options.company.trim() === '' || checker(Text(1, 250), 'Publisher')(options.company))
    throw new AppError('invalid', '--company must be a text of 1 to 250 characters')

  await using ctx = await openQuietly()
  const { email, company, firstName, lastName, timezone, partner } = options
  const created = await createPublisher(ctx, {
    parentId: null,
    email,
    company,
    firstName,
    lastName,
    timezone,
    partner,
  })
  await inviteTheOwner(ctx, created.publisher, options.json)
  const answer = handOver(created, ctx.config.http.publicUrl)
  if (options.json) return console.log(JSON.stringify(answer))
  console.log(`Publisher ${answer.publisherId}: ${company}`)
  console.log(`API key  ${answer.apiKey}`)
  console.log(`Secret   ${answer.secret}   (keep it; it signs your requests)`)
  for (const widget of answer.widgets) console.log(`Widget   ${widget.name}: ${widget.directLink}`)
}

/** Mails the owner a link to sign in. If that fails, the publisher is created anyway. */
async function inviteTheOwner(ctx: AppContext, publisher: Publisher, quiet: boolean): Promise<void> {
  try {
    await inviteOwner(ctx, publisher, BY_COMMAND)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return console.error(`fasti: nobody was invited to sign in. ${error.message}`)
  }
  if (!quiet) printMailNotice(ctx, publisher.email)
}

async function inviteFromOptions(options: { publisher: number; email: string; role: Role }): Promise<void> {
  requireEmail(options.email)
  await using ctx = await openQuietly()
  const publisher = await getPublisher(ctx.db, options.publisher)
  const { email, role } = options
  const actor = { ...BY_COMMAND, publisherId: publisher.id, homeId: publisher.id, at: ctx.now() }
  const invited = await transact(ctx.db, async (tx) => {
    const user = await findUserByEmail(tx, email)
    return user?.publisherId === publisher.id
      ? inviteAgain(tx, actor, user.id)
      : inviteUser(tx, actor, { email, role, name: '', language: 'en' })
  })
  mailInvitation(ctx, publisher, invited)
  printMailNotice(ctx, email)
}

async function listAll({ json }: { json: boolean }): Promise<void> {
  await using ctx = await openQuietly()
  const publishers = await listPublishers(ctx.db)
  const idWidth = String(publishers.at(-1)?.id ?? '').length
  for (const { id, company, email, parentId, partner } of publishers) {
    if (json) console.log(JSON.stringify({ publisherId: id, company, email, parentId, partner }))
    else {
      const kind = parentId === null ? (partner ? ', partner' : '') : `, sub-account of ${parentId}`
      console.log(`${String(id).padStart(idWidth)}  ${company}  (${email}${kind})`)
    }
  }
  if (publishers.length === 0) console.error('fasti: there is no publisher yet')
}

function requireEmail(email: string): void {
  if (checker(Email, 'Publisher')(email))
    throw new AppError('invalid', `--email ${email} is not an e-mail address`)
}

function printMailNotice(ctx: AppContext, email: string): void {
  const { smtpUrl, folder } = ctx.config.mail
  const where = smtpUrl ? '' : `, as a file in ${folder} since no SMTP_URL is set`
  console.error(`fasti: an invitation to sign in goes to ${email}${where}`)
}

/** Opens the context with its log on standard error: standard output is only for the result. */
function openQuietly(): Promise<AppContext> {
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
  return openContext(readConfig(process.env), { log })
}
