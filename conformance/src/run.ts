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
import { typedAddress } from './sections/typed-address.ts'
import { webhooks } from './sections/webhooks.ts'
import { widget } from './sections/widget.ts'
import { SignedRequests } from './signed-requests.ts'
import { MARK, type Options, type Result, type Section, Trial } from './trial.ts'

/** In the order they run. The section that ends a subscription comes last. */
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
  typedAddress,
  accounts,
  webhooks,
  leaving,
]

export const SECTION_NAMES = SECTIONS.map(({ name }) => name)

/** No section can run: no response, a wrong key, or calendars leftovers over from an earlier run. */
export class CannotBegin extends Error {}

/**
 * Runs the sections in `only` (all if empty) against a server, and deletes what they have created. Calls
 * `onResult` after each check.
 */
export async function runConformance(
  options: Options,
  only: string[],
  onResult: (result: Result) => void,
  signal?: AbortSignal,
): Promise<Result[]> {
  const api = new SignedRequests(options.url, options, options.paceMs)
  await checkAccount(api)
  const trial = new Trial(api, options, onResult)
  const selected = SECTIONS.filter(({ name }) => only.length === 0 || only.includes(name))
  try {
    for (const section of selected) {
      if (signal?.aborted) break
      trial.section = section.name
      // The preparation of a section can fail too; that fails the rest of the section.
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

/** Checks that the key works and that the publisher has no calendars with the names used here. */
async function checkAccount(api: SignedRequests): Promise<void> {
  const answer = await api.get('/calendar/?showDraft=1').catch((error: Error) => {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    throw new CannotBegin(`${api.base} does not answer: ${cause?.code ?? error.message}`)
  })
  if (answer.status !== 200 || !Array.isArray(answer.body?.data)) {
    const response = `${answer.status} ${answer.text.slice(0, 200)}`
    throw new CannotBegin(`the list of calendars can't be read with this key: ${response}`)
  }
  const leftovers = (answer.body.data as { id: string; name: string }[]).filter(({ name }) =>
    name?.startsWith(MARK),
  )
  if (leftovers.length === 0) return
  const ids = leftovers.map(({ id }) => id).join(', ')
  throw new CannotBegin(
    `the publisher has calendars called "${MARK} …" (${ids}): remove them, or use a separate publisher`,
  )
}
