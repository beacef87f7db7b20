import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { openContext } from '../context.ts'
import { AppError } from '../errors.ts'
import type { EventFields } from '../events/event.ts'
import { applyImport, previewImport } from '../imports/import-events.ts'
import type { ImportFault, ImportFile, TableOptions } from '../imports/import-file.ts'
import { applyOverApi, fetchCalendar, previewOverApi } from '../imports/import-over-api.ts'
import type { ImportResult, ImportWatch } from '../imports/import-result.ts'
import { getImportTarget } from '../imports/import-target.ts'
import { countPlan, datesOf, type ImportCounts, type ImportPlan } from '../imports/plan-import.ts'
import { readInThread } from '../imports/read-in-thread.ts'
import { isTimeZone } from '../time/zone.ts'
import { type ApiOptions, apiOptions, clientOf, overApi } from './api-options.ts'
import { printIgnored } from './column-map.ts'
import { fromHere } from './from-here.ts'
import { Problems } from './problems.ts'
import { startProgress } from './progress.ts'

interface ImportCommandOptions extends ApiOptions {
  calendar: string
  timezone?: string
  publisher?: string
  draft: boolean
  removeMissing: boolean
  dryRun: boolean
  allDay: boolean
  length?: string
  sheet?: string
  title?: string
  dateOrder?: string
  join: boolean
}

export function importCommand(): Command {
  const command = new Command('import')
    .description('bring an ICS, XLSX or CSV file into a calendar; a second run changes only what changed')
    .argument('<file>', 'calendar file, workbook, or table with a line that names the fields')
    .requiredOption('--calendar <id>', 'id or reference of the calendar')
    .option('--publisher <id>', 'whose calendar, where several have one of that reference')
    .option('--draft', 'new events are drafts', false)
    .option('--remove-missing', 'remove what earlier imports brought and the file no longer has', false)
    .option('--join', 'put events of other calendars with a reference of the file into this one too', false)
    .option('--all-day', 'rows of a table without a start time are of events that last all day', false)
    .option('--length <minutes>', 'how long an event of a table lasts that has a start time and no end')
    .option('--sheet <name>', 'the sheet of a workbook; default: the one with the most events')
    .option('--title <pattern>', 'how a table makes titles; default: {home} – {away}')
    .option(
      '--date-order <order>',
      'day or month: the first part of dates such as 3/4/2027, if the table leaves it open',
    )
    .option('--dry-run', 'say what would be done, and do nothing', false)
    .option('--timezone <zone>', 'with --url: of times that name none; default: that of the events there')
    .action(importFile)
  return apiOptions(command)
}

/** The target of an import: a database or a server. */
interface Importing {
  /** The calendar's name. */
  name: string
  /** The zone of times without one. */
  timezone: string
  preview(file: ImportFile): Promise<ImportPlan>
  apply(plan: ImportPlan, watch: ImportWatch): Promise<ImportResult>
}

async function importFile(file: string, options: ImportCommandOptions): Promise<void> {
  const bytes = await readFile(fromHere(file)).catch((error: Error) => {
    throw new AppError('invalid', `${file} can't be read: ${error.message}`)
  })
  if (options.url !== undefined)
    return overApi(async () => run(file, bytes, await atServer(options), options))
  await using ctx = await openContext(readConfig(process.env))
  const target = await getImportTarget(ctx, options.calendar, publisherId(options.publisher))
  const here: Importing = {
    name: target.calendar.name,
    timezone: target.publisher.timezone,
    preview: (read) => previewImport(ctx, target, read, options),
    apply: (plan, watch) => applyImport(ctx, target, plan, options, watch),
  }
  await run(file, bytes, here, options)
}

async function atServer(options: ImportCommandOptions): Promise<Importing> {
  const { calendar: key, timezone, publisher, removeMissing } = options
  if (publisher !== undefined)
    throw new AppError('invalid', '--publisher goes without --url: the key says whose')
  if (removeMissing)
    throw new AppError(
      'invalid',
      '--remove-missing goes without --url: the API does not tell what imports brought',
    )
  if (timezone !== undefined && !isTimeZone(timezone))
    throw new AppError(
      'invalid',
      `--timezone ${timezone} is not an IANA time zone name, such as Europe/London`,
    )
  const client = clientOf(options)
  const calendar = await fetchCalendar(client, key, timezone, options)
  return {
    name: calendar.name,
    timezone: calendar.timezone,
    preview: (read) => previewOverApi(client, calendar, read, options),
    apply: (plan, watch) => applyOverApi(client, calendar, plan, options, watch),
  }
}

async function run(
  file: string,
  bytes: Buffer,
  importing: Importing,
  options: ImportCommandOptions,
): Promise<void> {
  const table: TableOptions = {
    ...(options.allDay && { withoutTime: 'allDay' }),
    ...(options.length !== undefined && { minutes: minutesOf(options.length) }),
    ...(options.sheet !== undefined && { sheet: options.sheet }),
    ...(options.title !== undefined && { title: options.title }),
    ...(options.dateOrder !== undefined && { dateOrder: orderOf(options.dateOrder) }),
  }
  const task = { fileName: file, bytes, timezone: importing.timezone, now: Date.now(), options: table }
  // The only owner in this process.
  const read = await readInThread(task, { owner: 0 })
  printIgnored(read.ignored)
  const plan = await importing.preview(read)
  const { name } = importing
  const planned = countPlan(plan)
  const { unchanged } = planned
  if (options.dryRun) {
    printChanges(plan)
    const { added, changed, joined, removed } = planned
    const counts = { added, changed, ...(options.join && { joined }), unchanged, removed }
    printCounts(`${name}, not written`, { ...counts, faulty: plan.faults.length }, planned)
    return report(file, read, plan.faults, options)
  }
  const total = planned.added + planned.changed + planned.joined + planned.removed
  const watch = { onProgress: startProgress('Importing', total) }
  const done = await importing.apply(plan, watch)
  const faults = [...plan.faults, ...done.faults].sort((a, b) => a.line - b.line)
  const { added, changed, joined, removed } = done
  const counts = { added, changed, ...(options.join && { joined }), unchanged, removed }
  printCounts(name, { ...counts, faulty: faults.length }, planned)
  report(file, read, faults, options)
}

function printChanges(plan: ImportPlan): void {
  const line = (event: EventFields) => `${event.startDate} ${event.startTime ?? 'all day'} ${event.name}`
  for (const { event } of plan.added) console.log(`+ ${line(event)}`)
  const moved = (before: EventFields, after: EventFields) =>
    line(before) === line(after) ? '' : `   (was ${line(before)})`
  for (const { before, after } of plan.changed) console.log(`~ ${line(after)}${moved(before, after)}`)
  for (const { after } of plan.joined) console.log(`= ${line(after)} (joined)`)
  for (const event of plan.removed) console.log(`- ${line(event)}`)
  for (const { kind, series, dates, ...planned } of plan.series) {
    if (kind === 'unchanged') continue
    const { length } = kind === 'removed' ? dates.removed : datesOf({ kind, series, dates, ...planned })
    const about = `series, ${series.rule}, ${counted(length, 'date')}${kind === 'joined' ? ', joined' : ''}`
    console.log(`${SIGNS[kind]} ${line(series.fields)} (${about})`)
    if (kind !== 'changed') continue
    for (const event of dates.added) console.log(`  + ${line(event)}`)
    for (const { before, after } of dates.changed) console.log(`  ~ ${line(after)}${moved(before, after)}`)
    for (const event of dates.removed) console.log(`  - ${line(event)}`)
  }
}

const SIGNS = { added: '+', changed: '~', joined: '=', removed: '-' }

function printCounts(
  what: string,
  counts: Record<string, number>,
  { series, dates }: Pick<ImportCounts, 'series' | 'dates'>,
): void {
  const text = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  const kept = series > 0 ? `; ${counted(series, 'series', 'series')} with ${counted(dates, 'date')}` : ''
  console.log(`${what}: ${text.join(', ')}${kept}`)
}

function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`
}

function report(
  file: string,
  { records, series, notes, droppedAlarms }: ImportFile,
  faults: ImportFault[],
  { removeMissing }: ImportCommandOptions,
): void {
  const events = records.length + series.length
  if (droppedAlarms > 0)
    console.log(
      `${droppedAlarms} ${droppedAlarms === 1 ? 'alarm' : 'alarms'} left out: an event has two at most, before its start`,
    )
  for (const messages of [notes, faults]) {
    const problems = new Problems(file)
    for (const { line, message } of messages) problems.add({ line, message })
    problems.print()
  }
  if (removeMissing && (faults.length > 0 || events === 0)) {
    const reason = events === 0 ? 'the file has no events' : 'not all of the file could be read'
    console.error(`fasti: nothing was removed for not being in the file: ${reason}`)
  }
  if (faults.length > 0) process.exitCode = 1
}

function minutesOf(text: string): number {
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (minutes >= 1 && minutes <= 1440) return minutes
  throw new AppError('invalid', `--length ${text} is not a whole number of minutes from 1 to 1440`)
}

function orderOf(text: string): 'day' | 'month' {
  if (text === 'day' || text === 'month') return text
  throw new AppError('invalid', `--date-order ${text} is neither day nor month`)
}

function publisherId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new AppError('invalid', `--publisher ${text} is not a whole number`)
}
