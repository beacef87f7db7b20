import { Command, Option } from 'commander'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { getImportTarget } from '../imports/import-target.ts'
import { runSource, sourceHost } from '../sources/run-source.ts'
import { addSource, answerQuestions, changeSource, keepEvents } from '../sources/save-source.ts'
import {
  INTERVALS,
  MERGE_FIELDS,
  MERGE_RULES,
  type MergeField,
  type MergeRule,
  type MergeRules,
  type ReadSource,
  stateOf,
} from '../sources/source.ts'
import { listAsked } from '../sources/source-event-store.ts'
import { listRuns } from '../sources/source-run-store.ts'
import { deleteSource, getSource, listSources } from '../sources/source-store.ts'
import { type Audited, audited } from '../users/audit.ts'
import { wholeNumber } from './whole-number.ts'
import { withPublisher } from './with-publisher.ts'

/** The actor in the audit log. */
const BY_COMMAND = { kind: 'system' as const, id: 'command-line', name: 'Command line', requestId: '' }
/** Questions that are printed. */
const SHOWN = 1000

interface AddOptions {
  publisher: number
  calendar: string
  url: string
  every: string
  draft: boolean
  join: boolean
  rule: string[]
}

type Run = (ctx: AppContext, publisherId: number, id: string) => Promise<void>

/** Sources that are read again by themselves; each command prints JSON. */
export function sourceCommand(): Command {
  const add = new Command('add')
    .description('have an address read again by itself, for a calendar')
    .requiredOption('--calendar <id>', 'id or reference of the calendar')
    .requiredOption('--url <url>', 'address of a calendar file, a table, a Google sheet or openfootball JSON')
    .addOption(
      new Option('--every <minutes>', 'minutes between two reads')
        .choices(INTERVALS.map(String))
        .default('60'),
    )
    .option('--draft', 'new events are drafts', false)
    .option('--join', 'put events of other calendars with a reference of the source into this one too', false)
    .option('--rule <field=rule...>', 'the winner when both sides changed a field: source, mine or ask', [])
    .action((options: AddOptions) => withPublisher(options, (ctx) => addFromOptions(ctx, options)))
  const list = new Command('list')
    .description('list the sources and their state')
    .action((options: { publisher: number }) =>
      withPublisher(options, async (ctx) => {
        for (const source of await listSources(ctx.db, options.publisher)) print(present(source, ctx.now()))
      }),
    )
  const answer = new Command('answer')
    .description('decide about a field that both sides changed')
    .argument('<id>')
    .requiredOption('--reference <reference>', 'the event')
    .addOption(new Option('--field <field>').choices(MERGE_FIELDS).makeOptionMandatory())
    .addOption(new Option('--take <side>').choices(['theirs', 'mine']).makeOptionMandatory())
    .action(
      (
        id: string,
        options: { publisher: number; reference: string; field: MergeField; take: 'theirs' | 'mine' },
      ) =>
        withPublisher(options, async (ctx) => {
          const { publisher, reference, field, take } = options
          await logged(ctx, publisher, 'source.answer', async (within) => {
            const result = await answerQuestions(within, publisher, id, [{ reference, field, take }])
            return { result, after: { answers: [`${reference}, ${field}: ${take}`] } }
          })
        }),
    )
  const actions = [
    action('show', 'show a source with its last runs and open questions', show),
    action('run', 'read a source now', (ctx, publisherId, id) => runNow(ctx, publisherId, id, false)),
    action('take-away', 'say yes to a run that waits', (ctx, publisherId, id) =>
      runNow(ctx, publisherId, id, true),
    ),
    action('keep', 'say no to a run that waits: its events stay', keep),
    action('pause', 'read it no longer by itself', change({ paused: true })),
    action('resume', 'read it by itself again', change({ paused: false })),
    action('remove', 'stop reading it; its events stay', remove),
  ]
  const command = new Command('source').description(
    'addresses that are read again by themselves; each prints JSON',
  )
  for (const part of [add, list, answer, ...actions])
    command.addCommand(part.requiredOption('--publisher <id>', 'whose sources', wholeNumber))
  return command
}

function action(name: string, description: string, run: Run): Command {
  return new Command(name)
    .description(description)
    .argument('<id>')
    .action((id: string, options: { publisher: number }) =>
      withPublisher(options, (ctx) => run(ctx, options.publisher, id)),
    )
}

async function addFromOptions(ctx: AppContext, options: AddOptions): Promise<void> {
  const { publisher, url: address, every, draft, join } = options
  const { calendar } = await getImportTarget(ctx, options.calendar, publisher)
  const input = {
    ...{ calendarId: calendar.id, address, everyMinutes: Number(every), rules: rulesOf(options.rule) },
    options: { draft, removeMissing: false, ...(join && { join }) },
  }
  const added = await logged(ctx, publisher, 'source.create', async (within) => {
    const result = await addSource(within, publisher, input)
    return { result, after: { from: sourceHost(result), everyMinutes: result.everyMinutes } }
  })
  print(present(added, ctx.now()))
}

function rulesOf(texts: string[]): Partial<MergeRules> {
  const rules = texts.map((text) => {
    const [field, rule] = text.split('=') as [MergeField, MergeRule]
    if (MERGE_FIELDS.includes(field) && MERGE_RULES.includes(rule)) return [field, rule] as const
    const accepted = `one of ${MERGE_FIELDS.join(', ')}, = and one of ${MERGE_RULES.join(', ')}`
    throw new AppError('invalid', `--rule ${text} is not ${accepted}`)
  })
  return Object.fromEntries(rules)
}

async function show(ctx: AppContext, publisherId: number, id: string): Promise<void> {
  const source = await getSource(ctx.db, publisherId, id)
  const asked = await listAsked(ctx.db, publisherId, id, SHOWN)
  const questions = asked.flatMap(({ reference, asked: open }) =>
    Object.entries(open).map(([field, { theirs }]) => ({ reference, field, theirs })),
  )
  print({ ...present(source, ctx.now()), questions, runs: await listRuns(ctx.db, publisherId, id) })
}

async function runNow(ctx: AppContext, publisherId: number, id: string, takeAway: boolean): Promise<void> {
  const source = await getSource(ctx.db, publisherId, id)
  if (takeAway && !source.waiting) throw new AppError('conflict', 'the source waits for no answer')
  const actor = { ...BY_COMMAND, homeId: publisherId }
  const terms = { actor, byHand: true, takeAway, signal: ctx.stopping.signal }
  const result = await runSource(ctx, publisherId, id, terms)
  if (!result) throw new AppError('conflict', 'the source is being read')
  print(result)
  if (result.outcome === 'failed' || result.outcome === 'waits') process.exitCode = 1
}

async function keep(ctx: AppContext, publisherId: number, id: string): Promise<void> {
  await logged(ctx, publisherId, 'source.keep', async (within) => ({
    result: await keepEvents(within, publisherId, id),
  }))
}

function change(changes: { paused: boolean }): Run {
  return async (ctx, publisherId, id) => {
    const changed = await logged(ctx, publisherId, 'source.update', async (within) => {
      const { before, after } = await changeSource(within, publisherId, id, changes)
      return { result: after, before: { paused: before.paused }, after: { paused: after.paused } }
    })
    print(present(changed, ctx.now()))
  }
}

async function remove(ctx: AppContext, publisherId: number, id: string): Promise<void> {
  await logged(ctx, publisherId, 'source.delete', async ({ db }) => {
    const source = await getSource(db, publisherId, id)
    await deleteSource(db, publisherId, id)
    return { result: source, before: { from: sourceHost(source) } }
  })
}

/** Runs an operation with its entry in the audit log, about the calendar of the source. */
function logged(
  ctx: AppContext,
  publisherId: number,
  name: string,
  operation: (within: Pick<AppContext, 'db' | 'now' | 'config'>) => Promise<Audited<ReadSource>>,
): Promise<ReadSource> {
  const actor = { ...BY_COMMAND, publisherId, homeId: publisherId, at: ctx.now() }
  return audited(ctx, actor, name, async (within) => {
    const done = await operation(within)
    return { ...done, subject: { kind: 'calendar', id: done.result.calendarId } }
  })
}

function present(source: ReadSource, now: number): object {
  const { id, calendarId, address, everyMinutes, rules, failures, message, waiting } = source
  const { lastRunAt, nextRunAt } = source
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    ...{ id, calendarId, url: address, every: everyMinutes, state: stateOf(source, now), rules },
    ...{ lastRun: iso(lastRunAt), nextRun: iso(nextRunAt), failures, message, waiting },
  }
}

function print(value: object): void {
  console.log(JSON.stringify(value))
}
