import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { openContext } from '../context.ts'
import { AppError } from '../errors.ts'
import type { EventFields } from '../events/event.ts'
import { applyImport, previewImport } from '../imports/import-events.ts'
import type { ImportFault } from '../imports/import-file.ts'
import { getImportTarget } from '../imports/import-target.ts'
import type { ImportPlan } from '../imports/plan-import.ts'
import { readImport } from '../imports/read-import.ts'
import { startProgress } from './progress.ts'

const FAULTS_SHOWN = 100

interface ImportCommandOptions {
  calendar: string
  publisher?: string
  draft: boolean
  removeMissing: boolean
  dryRun: boolean
}

export function importCommand(): Command {
  return new Command('import')
    .description('bring an ICS or CSV file into a calendar; a second run changes only what changed')
    .argument('<file>', 'calendar file, or table whose first line names the fields')
    .requiredOption('--calendar <id>', 'id or reference of the calendar')
    .option('--publisher <id>', 'whose calendar, where several have one of that reference')
    .option('--draft', 'new events are drafts', false)
    .option('--remove-missing', 'remove what earlier imports brought and the file no longer has', false)
    .option('--dry-run', 'say what would be done, and do nothing', false)
    .action(importFile)
}

async function importFile(file: string, options: ImportCommandOptions): Promise<void> {
  const bytes = await readFile(path.resolve(process.env.FASTI_CWD ?? '.', file)).catch((error: Error) => {
    throw new AppError('invalid', `${file} can't be read: ${error.message}`)
  })
  await using ctx = await openContext(readConfig(process.env))
  const target = await getImportTarget(ctx, options.calendar, publisherId(options.publisher))
  const read = readImport(file, bytes, target.publisher.timezone, ctx.now())
  if (read.ignored.length > 0) console.error(`fasti: these columns are not used: ${read.ignored.join(', ')}`)
  const plan = await previewImport(ctx.db, target, read, options)
  const { name } = target.calendar
  const unchanged = plan.unchanged.length
  if (options.dryRun) {
    printChanges(plan)
    const [added, changed, removed] = [plan.added.length, plan.changed.length, plan.removed.length]
    printCounts(`${name}, not written`, { added, changed, unchanged, removed, faulty: plan.faults.length })
    return report(file, plan.faults, read.records.length, options)
  }
  const total = plan.added.length + plan.changed.length + plan.removed.length
  const watch = { onProgress: startProgress('Importing', total) }
  const done = await applyImport(ctx, target, plan, options, watch)
  const faults = [...plan.faults, ...done.faults]
  const { added, changed, removed } = done
  printCounts(name, { added, changed, unchanged, removed, faulty: faults.length })
  report(file, faults, read.records.length, options)
}

function printChanges(plan: ImportPlan): void {
  const line = (event: EventFields) => `${event.startDate} ${event.startTime ?? 'all day'} ${event.name}`
  for (const { event } of plan.added) console.log(`+ ${line(event)}`)
  for (const { before, after } of plan.changed) {
    const moved = line(before) === line(after) ? '' : `   (was ${line(before)})`
    console.log(`~ ${line(after)}${moved}`)
  }
  for (const event of plan.removed) console.log(`- ${line(event)}`)
}

function printCounts(what: string, counts: Record<string, number>): void {
  const text = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  console.log(`${what}: ${text.join(', ')}`)
}

function report(
  file: string,
  faults: ImportFault[],
  events: number,
  { removeMissing }: ImportCommandOptions,
): void {
  for (const { line, message } of faults.slice(0, FAULTS_SHOWN)) console.error(`${file}:${line}: ${message}`)
  if (faults.length > FAULTS_SHOWN) console.error(`fasti: and ${faults.length - FAULTS_SHOWN} more`)
  if (removeMissing && (faults.length > 0 || events === 0)) {
    const reason = events === 0 ? 'the file has no events' : 'not all of the file could be read'
    console.error(`fasti: nothing was removed for not being in the file: ${reason}`)
  }
  if (faults.length > 0) process.exitCode = 1
}

function publisherId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new AppError('invalid', `--publisher ${text} is not a whole number`)
}
