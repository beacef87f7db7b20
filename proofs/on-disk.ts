import { workFolder } from '../bench/work-folder.ts'
import { commandLinePublisher, launchService } from '../test/support/launch-service.ts'
import { fixture, type Json, record, type TestPublisher } from '../test/support/test-publisher.ts'
import type { Options, Outcome, Proof } from './proof.ts'
import { readTrace, startTrace } from './trace.ts'

const RECORDS = 10

/** The system calls of the service show a sync between what an acknowledgement is about and its first octet. */
export const onDisk: Proof = {
  promise: 'what is acknowledged is on disk: batches, events, subscriptions',
  times: 100,
  run: (options) => traceAnswers(options),
}

/** `flags` of Node for the service, so that a test can take the sync away from it. */
export async function traceAnswers({ times, progress }: Options, flags: string[] = []): Promise<Outcome> {
  using folder = workFolder()
  const settings = { FASTI_DATA: folder.path, FASTI_BATCH_INTERVAL_MS: '0', FASTI_TRUST_PROXY: '1' }
  const service = await launchService(settings, ['--role', 'web'], flags).listening
  try {
    const club = await commandLinePublisher(settings, service.url)
    const { svcId } = await club.subscriber()
    const calendarId = await club.calendar()
    const asks = [askBatch, askEvent, askSubscription]
    const trace = await startTrace(service.pid, `${folder.path}/trace`)
    const marks: string[][] = []
    for (let round = 0; round < times; round++) {
      marks.push(await asks[round % asks.length]!(club, { svcId, calendarId, round }))
      if (round % 50 === 49) progress(`${round + 1} requests`)
    }
    await trace.stop()
    return judge(await readTrace(trace.file), marks)
  } finally {
    await service.kill()
  }
}

interface Place {
  svcId: string
  calendarId: string
  round: number
}

/** Each answers what has to be in the log of the database when it was acknowledged. */
async function askBatch(club: TestPublisher, { svcId, round }: Place): Promise<string[]> {
  const events = Array.from({ length: RECORDS }, (_, i) =>
    record(svcId, { reference: `traced-${round}-${i}-` }),
  )
  expectStatus(await club.post('/batch/events', { type: 'private', events }), 207)
  return events.map((event) => event.reference as string)
}

async function askEvent(club: TestPublisher, { calendarId, round }: Place): Promise<string[]> {
  const reference = `traced-${round}-`
  expectStatus(await club.post('/event', fixture({ calendarId, reference })), 200)
  return [reference]
}

async function askSubscription(club: TestPublisher, { round }: Place): Promise<string[]> {
  const email = `traced-${round}-@example.com`
  expectStatus(await club.subscribe(email, []), 200)
  return [email]
}

function expectStatus(answer: Json, status: number): void {
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.text}`)
}

/** Each answer of 2xx in its turn: what it is about was written since the one before, and nothing waits for a sync. */
function judge(answers: Awaited<ReturnType<typeof readTrace>>, marks: string[][]): Outcome {
  const broken: string[] = []
  if (answers.length !== marks.length) broken.push(`${answers.length} answers were seen of ${marks.length}`)
  let syncs = 0
  for (const [index, { written, unsynced, syncs: own }] of answers.entries()) {
    syncs += own
    const missing = (marks[index] ?? []).filter((mark) => !written.includes(mark))
    if (missing.length > 0) broken.push(`${missing.join()} was not written before answer ${index + 1}`)
    if (unsynced > 0) broken.push(`answer ${index + 1} went out before ${unsynced} writes were on disk`)
  }
  return { figures: { acknowledged: answers.length, syncs }, broken: broken.slice(0, 20) }
}
