import { styleText } from 'node:util'
import { type Reading } from './applications/application.ts'
import { localTime } from './clock.ts'
import { type Watched } from './steps.ts'
import { expectedOf } from './world.ts'

const MAX_LINES = 10
const started = performance.now()
const findings: string[] = []

export function headline(text: string): void {
  console.log(`\n${styleText('bold', text)}   [${seconds()}]`)
}

export function line(name: string, text: string): void {
  console.log(`  ${name.padEnd(18)}${text}`)
}

export function skipped(name: string, packages: string): void {
  line(name, styleText('yellow', `SKIPPED, it is not installed: apt-get install ${packages}`))
}

/** Prints the result of a check, with its findings. */
export function checked(name: string, summary: string, wrong: string[]): void {
  const verdict = wrong.length === 0 ? styleText('green', 'ok') : styleText('red', `${wrong.length} FINDINGS`)
  line(name, `${summary}   ${verdict}`)
  for (const finding of wrong.slice(0, MAX_LINES)) console.log(`    ${finding}`)
  if (wrong.length > MAX_LINES) console.log(`    and ${wrong.length - MAX_LINES} more`)
  findings.push(...wrong.map((finding) => `${name}: ${finding}`))
}

/** Prints when some events start according to each application; `–` if it does not show them. */
export function comparison(watched: Watched[], readings: Map<string, Reading[]>): void {
  const heading = ['whose', 'event', 'London, as published', ...readings.keys()]
  const rows = watched.map(({ person, name }) => {
    const expected = expectedOf(person, '').find((event) => event.name === name)?.start
    const shown = [...readings.values()].map((ofApplication) => {
      const own = ofApplication.find((reading) => reading.person === person)?.events
      return short(own?.find((event) => event.name === name)?.start)
    })
    const local =
      expected && expected.length > 10 ? localTime('Europe/London', Date.parse(expected)) : expected
    return [person.email.split('@')[0]!, name, short(local), ...shown]
  })
  const widths = heading.map((_, column) => Math.max(...[heading, ...rows].map((row) => row[column]!.length)))
  console.log()
  for (const row of [heading, ...rows]) {
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
  }
}

/** Prints the last lines. Returns true if there were no findings. */
export function conclusion(skips: string[]): boolean {
  const right = findings.length === 0
  headline(right ? 'Everything agrees' : `${findings.length} findings`)
  if (skips.length > 0) console.log(styleText('yellow', `Not installed, so not asked: ${skips.join(', ')}`))
  return right
}

function short(time: string | undefined): string {
  return time?.replace('T', ' ') ?? '–'
}

function seconds(): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}
