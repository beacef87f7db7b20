import { type Application, type Reading } from './applications/application.ts'
import { checked } from './report.ts'
import { differences, expectedOf } from './world.ts'

/** Lets each application read its sample, and compares the events it shows with the published ones. */
export async function checkApplications(
  applications: Application[],
  host: string,
): Promise<Map<string, Reading[]>> {
  const results = new Map<string, Reading[]>()
  for (const application of applications) {
    const judge = (readings: Reading[]) => judgeReadings(application, readings, host)
    try {
      const readings = await application.read((candidates) => judge(candidates).length === 0)
      const events = readings.reduce((sum, reading) => sum + reading.events.length, 0)
      checked(application.name, `${readings.length} feeds, ${events} events`, judge(readings))
      results.set(application.name, readings)
    } catch (error) {
      checked(application.name, 'it does not work', [String(error)])
    }
  }
  return results
}

function judgeReadings({ facts, shows }: Application, readings: Reading[], host: string): string[] {
  return readings.flatMap(({ person, findings, events }) => {
    const expected = expectedOf(person, host).map(shows ?? ((event) => event))
    const wrong = [...findings, ...differences(expected, events, facts)]
    return wrong.map((finding) => `${person.email}: ${finding}`)
  })
}
