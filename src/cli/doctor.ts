import { Command } from 'commander'
import type { Config } from '../config.ts'
import { type Check, type Finding, runChecks } from '../doctor/check.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkGoogle } from '../doctor/check-google.ts'
import { checkClock, checkFolders, checkNode, checkTimeZones } from '../doctor/check-machine.ts'
import { checkMicrosoft } from '../doctor/check-microsoft.ts'
import { checkCertificate, checkMailServer, checkReach } from '../doctor/check-network.ts'
import { checkSettings } from '../doctor/check-settings.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'check settings, database, clock, time zones, disk, mail server, public address, and clients at Google and Microsoft',
    )
    .option('--json', 'print a JSON list of findings', false)
    .action(examine)
}

async function examine({ json }: { json: boolean }): Promise<void> {
  const { config, outcomes } = checkSettings(process.env)
  const checks: Check[] = [
    { what: 'settings', run: () => outcomes },
    { what: 'node', run: checkNode },
    { what: 'clock', run: () => checkClock(Date.now()) },
    { what: 'time zones', run: checkTimeZones },
    ...(config ? checksOf(config) : []),
  ]
  const findings: Finding[] = []
  await runChecks(checks, (finding) => {
    findings.push(finding)
    if (!json) console.log(lineOf(finding))
  })
  if (json) console.log(JSON.stringify(findings, null, 2))
  if (findings.some(({ result }) => result === 'fail')) process.exitCode = 1
}

function checksOf(config: Config): Check[] {
  return [
    { what: 'disk', run: () => checkFolders(config) },
    { what: 'database', run: () => checkDatabase(config) },
    { what: 'address', run: () => checkReach(config) },
    { what: 'certificate', run: () => checkCertificate(config) },
    { what: 'mail', run: () => checkMailServer(config) },
    { what: 'Google', run: () => checkGoogle(config, Date.now()) },
    { what: 'Microsoft', run: () => checkMicrosoft(config) },
  ]
}

function lineOf({ what, result, text, advice }: Finding): string {
  return `${result.padEnd(4)}  ${what.padEnd(11)} ${text}${advice && `\n${' '.repeat(18)}→ ${advice}`}`
}
