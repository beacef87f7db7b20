import { type Application, type Missing, type Sample } from './application.ts'
import { openCalcurse } from './calcurse.ts'
import { openEvolution } from './evolution.ts'
import { openKhal } from './khal.ts'
import { openLibical, openVobject } from './strict.ts'

/** Opens the installed calendar applications, and lists the missing ones. `from`: the first day of the season. */
export async function openApplications(
  sample: Sample[],
  readers: Sample[],
  from: string,
): Promise<{ applications: Application[]; missing: Missing[] }> {
  const all = [
    await openKhal('Europe/London', readers, from),
    await openKhal('America/New_York', readers, from),
    await openLibical(sample),
    await openVobject(sample),
    await openCalcurse(sample),
    await openEvolution(sample),
  ]
  return {
    applications: all.filter((application) => 'read' in application),
    missing: all.filter((application) => 'packages' in application),
  }
}
