import { type Program, type Reading } from './programs/program.ts'
import { checked } from './report.ts'
import { differences, expectedOf } from './world.ts'

/** Lets each program read its sample, and holds what it shows against what was published. */
export async function checkPrograms(programs: Program[], host: string): Promise<Map<string, Reading[]>> {
  const results = new Map<string, Reading[]>()
  for (const program of programs) {
    const judge = (readings: Reading[]) => judgeReadings(program, readings, host)
    try {
      const readings = await program.read((candidates) => judge(candidates).length === 0)
      const events = readings.reduce((sum, reading) => sum + reading.events.length, 0)
      checked(program.name, `${readings.length} feeds, ${events} events`, judge(readings))
      results.set(program.name, readings)
    } catch (error) {
      checked(program.name, 'it does not work', [String(error)])
    }
  }
  return results
}

function judgeReadings({ facts, shows }: Program, readings: Reading[], host: string): string[] {
  return readings.flatMap(({ person, findings, events }) => {
    const expected = expectedOf(person, host).map(shows ?? ((event) => event))
    const wrong = [...findings, ...differences(expected, events, facts)]
    return wrong.map((finding) => `${person.email}: ${finding}`)
  })
}
