import type { Answer, Json } from './test-publisher.ts'

/** Anything that speaks the admin API. */
interface Caller {
  post(path: string, body?: unknown): Promise<Answer>
}

/** Events by their ids, or by the parameters of the list; with `svcId` private ones. */
type Chosen = { svcId?: string } & ({ ids: string[] } | { filter: Json })

/** Sends a change of many events through, as the portal does: its preview, then a portion at a time. */
export async function changeMany(by: Caller, chosen: Chosen, change: Json, api = '') {
  const told = await by.post(`${api}/event-changes/preview`, { ...chosen, change })
  if (told.status !== 200) throw new Error(`answered ${told.status}: ${told.text}`)
  const changes: string[] = []
  const left: Json[] = []
  let changed = 0
  for (let rest = told.body.data.changing; rest.length > 0;) {
    const { svcId } = chosen
    const answer = await by.post(`${api}/event-changes`, { svcId, events: rest.slice(0, 500), change })
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
    const { data } = answer.body
    if (data.change) changes.push(data.change)
    left.push(...data.left)
    changed += data.changed
    rest = rest.slice(data.done)
  }
  return { preview: told.body.data, changed, change: changes[0]!, changes, left }
}
