import { AppError } from '../errors.ts'
import { accounts } from './sections/accounts.ts'
import { batchAdd } from './sections/batch-add.ts'
import { batchDelete } from './sections/batch-delete.ts'
import { batchGet } from './sections/batch-get.ts'
import { calendars } from './sections/calendars.ts'
import { events } from './sections/events.ts'
import { feeds } from './sections/feeds.ts'
import { leaving } from './sections/leaving.ts'
import { limits } from './sections/limits.ts'
import { pacing } from './sections/pacing.ts'
import { privateEvents } from './sections/private-events.ts'
import { requests } from './sections/requests.ts'
import { signing } from './sections/signing.ts'
import { subscribers } from './sections/subscribers.ts'
import { webhooks } from './sections/webhooks.ts'
import { widget } from './sections/widget.ts'
import { SignedRequests } from './signed-requests.ts'
import { MARK, type Options, type Result, type Section, Trial } from './trial.ts'

/** In the order they run: what ends a subscription comes last. */
const SECTIONS: Section[] = [
  signing,
  requests,
  calendars,
  events,
  subscribers,
  privateEvents,
  batchAdd,
  batchGet,
  batchDelete,
  limits,
  pacing,
  feeds,
  widget,
  accounts,
  webhooks,
  leaving,
]

export const SECTION_NAMES = SECTIONS.map(({ name }) => name)

/**
 * Runs the sections named (all: none named) against a server, and takes away what they made. `tell` is told of each
 * check as it ends. Throws AppError where nothing can be begun: no answer, a wrong key, an earlier run's calendars.
 */
export async function runConformance(
  options: Options,
  only: string[],
  tell: (result: Result) => void,
  signal?: AbortSignal,
): Promise<Result[]> {
  const api = new SignedRequests(options.url, options, options.paceMs)
  await requireRoom(api)
  const trial = new Trial(api, options, tell)
  const wanted = SECTIONS.filter(({ name }) => only.length === 0 || only.includes(name))
  try {
    for (const section of wanted) {
      if (signal?.aborted) break
      trial.section = section.name
      // What a section needs before its checks may fail as well: then it is the section that failed.
      await section.run(trial).catch((error: unknown) =>
        trial.check('the rest of the section', async () => {
          throw error as Error
        }),
      )
    }
  } finally {
    trial.section = 'end'
    await trial.cleanUp()
  }
  return trial.results
}

/** The key works, and nothing on the account is called as what is made here. */
async function requireRoom(api: SignedRequests): Promise<void> {
  const answer = await api.get('/calendar/?showDraft=1').catch((error: Error) => {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    throw new AppError('unavailable', `${api.base} does not answer: ${cause?.code ?? error.message}`)
  })
  if (answer.status !== 200 || !Array.isArray(answer.body?.data)) {
    const said = `${answer.status} ${answer.text.slice(0, 200)}`
    throw new AppError('invalid', `the list of calendars can't be read with this key: ${said}`)
  }
  const left = (answer.body.data as { id: string; name: string }[]).filter(({ name }) =>
    name?.startsWith(MARK),
  )
  if (left.length === 0) return
  const ids = left.map(({ id }) => id).join(', ')
  throw new AppError(
    'conflict',
    `the account has calendars called "${MARK} …" (${ids}): remove them, or use an account of its own`,
  )
}
