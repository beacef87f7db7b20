import { isId } from '../../ids.ts'
import type { Item } from '../item-store.ts'
import type { Access, Operation, Outcome } from '../provider.ts'
import { codeOf, errorOf, type GraphAnswer, isBusy, isDone, isGone } from './answers.ts'
import type { Graph, GraphRequest } from './graph.ts'
import { toEvent } from './resource.ts'

const PAGE = 500

interface ListedEvent {
  id?: string
  transactionId?: string
}

/** An operation with what is known of its event. */
interface Step {
  operation: Operation
  item: Item | undefined
}

/** Reads and writes the events of calendars by Graph. Their ids are Outlook's; items of ours hold them. */
export function createEvents(graph: Graph) {
  /** Time zones that Outlook refused. Their events are written in UTC. */
  const unknownZones = new Set<string>()
  const knowsZone = (zone: string) => !unknownZones.has(zone)

  /**
   * Lists the events that are ours, by our ids, and brings the items in line with them. An event that is there twice is
   * deleted once.
   */
  async function listEvents(access: Access, remoteId: string): Promise<Map<string, string | null>> {
    const path = `/me/calendars/${encodeURIComponent(remoteId)}/events?$select=id,transactionId&$top=${PAGE}`
    const listed = await graph.list<ListedEvent>(access, path)
    const known = new Map((await access.items.list()).map((item) => [item.eventId, item]))
    const found = new Map<string, Item>()
    for (const { id, transactionId = '' } of listed) {
      const eventId = eventOf(transactionId)
      if (id === undefined || eventId === undefined) continue
      const item = known.get(eventId)
      const other = found.get(eventId)
      if (other && item?.remoteId !== id) await deleteTwin(access, id)
      else {
        if (other) await deleteTwin(access, other.remoteId!)
        const stamp = item?.remoteId === id ? item.stamp : ''
        found.set(eventId, { eventId, transactionId, remoteId: id, stamp })
      }
    }
    // One that has an id stays: while the list was read, it may have moved from one page to another.
    await access.items.delete(
      [...known.values()]
        .filter(({ eventId, remoteId: id }) => id === null && !found.has(eventId))
        .map(({ eventId }) => eventId),
    )
    const fresh = [...found.values()].filter(
      ({ eventId, remoteId: id }) => known.get(eventId)?.remoteId !== id,
    )
    for (let from = 0; from < fresh.length; from += PAGE)
      await access.items.begin(fresh.slice(from, from + PAGE).map(({ eventId }) => eventId))
    await access.items.update(fresh)
    return new Map([...found].map(([eventId, { stamp }]) => [eventId, stamp]))
  }

  async function deleteTwin(access: Access, id: string): Promise<void> {
    const [answer] = await graph.ask(access, [deletion(id)])
    if (!isDone(answer!) && !isGone(answer!)) throw errorOf(answer!)
  }

  async function write(access: Access, remoteId: string, operations: Operation[]): Promise<Outcome[]> {
    const first = await writeOnce(access, remoteId, operations)
    // Those whose refusal tells how they are taken go again at once.
    const again = operations.filter((_, i) => first[i] === 'again')
    if (again.length === 0) return first.map(final)
    const second = (await writeOnce(access, remoteId, again)).map(final)
    return first.map((outcome) => (outcome === 'again' ? second.shift()! : outcome))
  }

  async function writeOnce(
    access: Access,
    remoteId: string,
    operations: Operation[],
  ): Promise<(Outcome | 'again')[]> {
    const steps = await prepare(access, remoteId, operations)
    const sent = steps.filter(({ operation, item }) => operation.method !== 'delete' || item)
    const requests = sent.map((step) => requestOf(remoteId, step))
    const answers = requests.length > 0 ? await graph.ask(access, requests) : []
    await settle(access, sent, answers)
    const outcomes = sent.map((step, i) => outcomeOf(step, answers[i]!))
    if (answers.some(isDuplicate)) await listEvents(access, remoteId)
    // An event that was never sent needs no deletion.
    return steps.map((step) => (sent.includes(step) ? outcomes.shift()! : 'done'))
  }

  /** Finds the items of operations, and begins those of new events. */
  async function prepare(access: Access, remoteId: string, operations: Operation[]): Promise<Step[]> {
    const { items } = access
    const isDelete = ({ method }: Operation) => method === 'delete'
    const deleted = operations.filter(isDelete).map(({ event }) => event.id)
    const written = operations.filter((operation) => !isDelete(operation)).map(({ event }) => event.id)
    let ends = await items.find(deleted)
    if (ends.some((item) => item.remoteId === null)) {
      // An answer was lost, and only the list tells if the event was made.
      await listEvents(access, remoteId)
      ends = await items.find(deleted)
    }
    const all = [...ends, ...(await items.begin(written))]
    const byEvent = new Map(all.map((item) => [item.eventId, item]))
    return operations.map((operation) => ({ operation, item: byEvent.get(operation.event.id) }))
  }

  function requestOf(remoteId: string, { operation, item }: Step): GraphRequest {
    const id = item!.remoteId
    if (operation.method === 'delete') return deletion(id!)
    const event = toEvent(operation.event, knowsZone)
    if (id !== null) return { method: 'PATCH', path: `/me/events/${encodeURIComponent(id)}`, body: event }
    const path = `/me/calendars/${encodeURIComponent(remoteId)}/events`
    return { method: 'POST', path, body: { transactionId: item!.transactionId, ...event } }
  }

  function outcomeOf({ operation }: Step, answer: GraphAnswer): Outcome | 'again' {
    const { status } = answer
    if (isDone(answer)) return 'done'
    if (isGone(answer)) return 'missing'
    if (isBusy(answer)) return 'busy'
    if (isDuplicate(answer)) return 'again'
    if (codeOf(answer) === 'TimeZoneNotSupportedException' && operation.method !== 'delete') {
      const { when } = operation.event
      if (!when.allDay) unknownZones.add(when.timezone)
      return 'again'
    }
    if (status === 409 || status === 412) return 'conflict'
    const error = errorOf(answer)
    if (error.fault === 'quota') throw error
    return { refused: error.message }
  }

  return { listEvents, write }
}

/** Stores what the answers say of the events. */
async function settle({ items }: Access, steps: Step[], answers: GraphAnswer[]): Promise<void> {
  const stored: Item[] = []
  const ended: string[] = []
  for (const [i, { operation, item }] of steps.entries()) {
    const answer = answers[i]!
    if (isGone(answer) || (isDone(answer) && operation.method === 'delete')) ended.push(operation.event.id)
    else if (isDone(answer) && operation.method !== 'delete') {
      const { id } = (answer.body ?? {}) as { id?: string }
      const remoteId = item!.remoteId ?? id ?? null
      stored.push({ ...item!, remoteId, stamp: operation.event.stamp })
    }
  }
  await items.update(stored)
  await items.delete(ended)
}

/** The transaction id was used for an event that looked otherwise, or that was deleted since. */
function isDuplicate(answer: GraphAnswer): boolean {
  return codeOf(answer) === 'ErrorDuplicateTransactionId'
}

function final(outcome: Outcome | 'again'): Outcome {
  return outcome === 'again' ? 'conflict' : outcome
}

function deletion(id: string): GraphRequest {
  return { method: 'DELETE', path: `/me/events/${encodeURIComponent(id)}` }
}

/** Returns the id of the event that a transaction id of ours was made for. */
function eventOf(transactionId: string): string | undefined {
  const [eventId, rest] = transactionId.split('-')
  return isId(eventId) && isId(rest) ? eventId : undefined
}
