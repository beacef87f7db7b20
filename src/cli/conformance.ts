import { CannotBegin, type Options, type Result, runConformance, SECTION_NAMES } from '@fasti/conformance'
import { Command, Option } from 'commander'
import { AppError } from '../errors.ts'
import { credentialsOf } from './api-options.ts'
import { SIGNALS } from './interruption.ts'
import { wholeNumber } from './whole-number.ts'

/** Slightly more than the specification's two seconds. */
const PACE_MS = 2100

interface CommandOptions extends Omit<Options, 'paceMs' | 'apiKey' | 'secret'> {
  apiKey?: string
  secret?: string
  pace: number
  only?: string[]
  json: boolean
}

export function conformanceCommand(): Command {
  return new Command('conformance')
    .description('test any server of this interface; makes its own data, and takes it away again')
    .requiredOption('--url <url>', 'the server, without /apiv2')
    .option('--api-key <key>', 'default: FASTI_API_KEY')
    .option('--secret <secret>', 'default: FASTI_SECRET')
    .addOption(new Option('--only <sections...>', 'only these').choices(SECTION_NAMES))
    .option('--svc-id <id>', 'a subscriber to send private events to, where the server has no widget of ours')
    .option('--widget-id <id>', 'the widget to subscribe through; default: the first the server tells of')
    .option('--partner', 'the key is a partner’s: make one sub-account, which stays', false)
    .option(
      '--pace <ms>',
      'milliseconds between batch requests; 0: the server does not pace',
      wholeNumber,
      PACE_MS,
    )
    .option('--webhook-url <url>', 'where the server reaches the receiver; default: on loopback')
    .option('--receiver-port <port>', 'where the receiver listens; 0 takes any free port', wholeNumber, 0)
    .option('--callback-ready', 'the receiver’s URL is registered as a callback already', false)
    .option('--callback-secret <secret>', 'the encryption secret of that callback')
    .option('--json', 'print one line of JSON for each check, and one with the totals', false)
    .action(conformance)
}

async function conformance({ pace, only = [], json, ...given }: CommandOptions): Promise<void> {
  const credentials = credentialsOf(given)
  for (const url of [given.url, given.webhookUrl ?? given.url])
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new AppError('invalid', `${url} is not an http or https address`)
  if (given.webhookUrl && given.receiverPort === 0)
    throw new AppError('invalid', '--webhook-url needs --receiver-port: where its requests come in')
  // An interrupted run still deletes the data that it made.
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const name of SIGNALS) process.once(name, stop)
  const show = json ? (result: Result) => console.log(JSON.stringify(result)) : printer()
  const results = await runConformance(
    { ...given, ...credentials, paceMs: pace },
    only,
    show,
    stopping.signal,
  )
    .catch((error: unknown) => {
      throw error instanceof CannotBegin ? new AppError('invalid', error.message) : error
    })
    .finally(() => {
      for (const name of SIGNALS) process.off(name, stop)
    })
  printTotals(results, json)
  if (stopping.signal.aborted || results.some(({ outcome }) => outcome === 'FAIL')) process.exitCode = 1
}

/** Prints a line for each check, under the name of its section. */
function printer(): (result: Result) => void {
  let section = ''
  return ({ section: next, name, outcome, detail }) => {
    if (next !== section) console.log(`${section ? '\n' : ''}${(section = next)}`)
    console.log(`  ${outcome.padEnd(5)} ${name}${detail && `\n          ${detail}`}`)
  }
}

function printTotals(results: Result[], json: boolean): void {
  const count = (wanted: Result['outcome'], section?: string) =>
    results.filter((result) => result.outcome === wanted && [undefined, result.section].includes(section))
      .length
  const totals = (section?: string) => ({
    ok: count('ok', section),
    failed: count('FAIL', section),
    skipped: count('skip', section),
  })
  if (json) return console.log(JSON.stringify({ totals: totals() }))
  const inWords = (section?: string) =>
    Object.entries(totals(section))
      .map(([what, number]) => `${String(number).padStart(4)} ${what}`)
      .join('')
  console.log('')
  for (const section of new Set(results.map((result) => result.section)))
    console.log(`${section.padEnd(16)}${inWords(section)}`)
  console.log(`${'all'.padEnd(16)}${inWords()}`)
}
