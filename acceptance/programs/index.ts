import { openCalcurse } from './calcurse.ts'
import { openEvolution } from './evolution.ts'
import { openKhal } from './khal.ts'
import { type Missing, type Program, type Sample } from './program.ts'
import { openLibical, openVobject } from './strict.ts'

/** The calendar programs that are installed, and those that are not. `from`: the first day of the season. */
export async function openPrograms(
  sample: Sample[],
  readers: Sample[],
  from: string,
): Promise<{ programs: Program[]; missing: Missing[] }> {
  const all = [
    await openKhal('Europe/London', readers, from),
    await openKhal('America/New_York', readers, from),
    await openLibical(sample),
    await openVobject(sample),
    await openCalcurse(sample),
    await openEvolution(sample),
  ]
  return {
    programs: all.filter((program) => 'read' in program),
    missing: all.filter((program) => 'packages' in program),
  }
}
