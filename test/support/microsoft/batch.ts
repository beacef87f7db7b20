import { badRequest } from './errors.ts'
import { type Graph, type GraphRequest, type GraphResponse } from './graph.ts'

/** Requests of one batch, and how many of them Graph sends to Outlook at a time (learn.microsoft.com/graph/json-batching). */
const LARGEST_BATCH = 20
const AT_A_TIME = 4

interface Part {
  id: string
  method: string
  url: string
  headers?: Record<string, string>
  body?: unknown
  dependsOn?: string[]
}

/**
 * Answers a batch: four requests at a time, each as if it came by itself. `dependsOn` isn't here: a client of ours has no
 * use for it.
 */
export async function answerBatch(graph: Graph, request: GraphRequest): Promise<GraphResponse> {
  const { requests } = (request.body ?? {}) as { requests?: Part[] }
  if (!Array.isArray(requests) || requests.length === 0) throw badRequest('A batch needs requests.')
  if (requests.length > LARGEST_BATCH) throw badRequest('A batch has 20 requests at most.')
  if (new Set(requests.map(({ id }) => id)).size < requests.length)
    throw badRequest('Ids of a batch are unique.')
  if (requests.some(({ dependsOn }) => dependsOn)) throw badRequest('This fake has no dependsOn.')
  const responses: unknown[] = []
  for (let first = 0; first < requests.length; first += AT_A_TIME) {
    const some = requests.slice(first, first + AT_A_TIME)
    responses.push(...(await Promise.all(some.map((part) => answerPart(graph, request, part)))))
  }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: { responses } }
}

async function answerPart(graph: Graph, batch: GraphRequest, part: Part) {
  const headers = Object.fromEntries(
    Object.entries(part.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  if (part.body !== undefined && headers['content-type'] === undefined)
    throw badRequest('A part with a body needs the header Content-Type.')
  // The token is the batch's; other headers, Prefer among them, are each part's own.
  const answer = await graph.answer(
    {
      verb: part.method,
      target: part.url.startsWith('/') ? part.url : `/${part.url}`,
      headers: { authorization: batch.headers.authorization, ...headers },
      body: part.body ?? {},
      batch,
    },
    true,
  )
  return { id: part.id, ...answer }
}
