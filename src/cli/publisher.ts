import { Command } from 'commander'
import { checker } from '../check.ts'
import { readConfig } from '../config.ts'
import { openContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { createPublisher } from '../publishers/create-publisher.ts'
import { Email, Text } from '../schemas.ts'
import { isTimeZone } from '../time/zone.ts'
import { directLink } from '../widgets/widget.ts'

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
  return new Command('publisher').description('publishers').addCommand(create)
}

async function createFromOptions(options: CreateOptions): Promise<void> {
  const faults = checker(Email, 'Publisher')(options.email)
  if (faults) throw new AppError('invalid', `--email ${options.email} is not an e-mail address`)
  if (!isTimeZone(options.timezone))
    throw new AppError('invalid', `--timezone ${options.timezone} is not a time zone`)
  if (options.company.trim() === '' || checker(Text(1, 250), 'Publisher')(options.company))
    throw new AppError('invalid', '--company must be a text of 1 to 250 characters')

  await using ctx = await openContext(readConfig(process.env))
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
  const answer = {
    publisherId: created.publisher.id,
    apiKey: created.apiKey.key,
    secret: created.apiKey.secret,
    widgets: created.widgets.map((widget) => ({
      id: widget.id,
      type: widget.type,
      name: widget.name,
      directLink: directLink(ctx.config.http.publicUrl, widget),
    })),
  }
  if (options.json) return console.log(JSON.stringify(answer))
  console.log(`Publisher ${answer.publisherId}: ${company}`)
  console.log(`API key  ${answer.apiKey}`)
  console.log(`Secret   ${answer.secret}   (keep it; it signs your requests)`)
  for (const widget of answer.widgets) console.log(`Widget   ${widget.name}: ${widget.directLink}`)
}
