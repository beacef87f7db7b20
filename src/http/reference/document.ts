import { type Example, readExamples } from './examples.ts'
import { type OperationNote, OPERATIONS, REFUSALS, SIGNED_REFUSALS } from './operations.ts'
import { RECORDS } from './records.ts'

interface Answer {
  description?: string
  content?: Record<string, { schema?: object; example?: unknown }>
}

interface Parameter {
  name: string
  in: string
  description?: string
  example?: unknown
}

interface Operation {
  operationId?: string
  description?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, Answer>
}

interface Document {
  paths?: Record<string, Record<string, Operation>>
}

const JSON_TYPE = 'application/json'
/** No scenario records it. */
const BUSY = { status: '503', statusLong: 'The database is busy. Try again.' }
/** Both forms of a signature; see `securitySchemes`. */
const SIGNED = [
  { apiKey: [], apiSign: [] },
  { apiKey: [], apiSign: [], apiTime: [] },
]
const PARAMETERS: Record<string, string> = {
  id: 'An id; of a calendar or an event of yours also its reference.',
  svc_id: 'Whom it is about.',
  key: 'A `svc_id` or an e-mail address.',
  action: '`add` or `remove`.',
  referenceType: 'A group of events.',
  token: 'The last part of a manage link.',
  type: 'What it is of.',
  calendarId: 'As `calendarIds`.',
  limit: 'Records on a page.',
  startDate: 'Only what starts on this day or later.',
  endDate: 'Only what starts on this day or earlier.',
}

/** Adds to the document what route schemas don't say: names, descriptions, records, every refusal, and examples. */
export function withReference<T extends object>(document: T, publicUrl: string): T {
  const examples = readExamples(publicUrl)
  const { paths = {} } = document as Document
  const described = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path}`
        const note = OPERATIONS[name]
        return [method, note ? describe(name, operation, note, examples) : operation]
      }),
    ),
  ])
  return { ...document, paths: Object.fromEntries(described) as object }
}

function describe(
  name: string,
  operation: Operation,
  { id, description, refuses }: OperationNote,
  examples: Record<string, Example>,
): Operation {
  const example = examples[name]
  return {
    ...operation,
    operationId: id,
    description,
    security: operation.security ? SIGNED : [],
    ...(operation.parameters && {
      parameters: operation.parameters.map((parameter) => withExample(parameter, example)),
    }),
    ...(operation.requestBody && { requestBody: withBody(operation.requestBody, example) }),
    responses: answersOf(name, operation, refuses, examples),
  }
}

function withExample(parameter: Parameter, example: Example | undefined): Parameter {
  const value = { ...example?.params, ...example?.query, ...example?.headers }[parameter.name]
  const description = parameter.description ?? PARAMETERS[parameter.name]
  return { ...parameter, ...(description && { description }), ...(value !== undefined && { example: value }) }
}

function withBody(body: NonNullable<Operation['requestBody']>, example: Example | undefined) {
  const content = Object.entries(body.content).map(([type, media]) => [
    type,
    { ...media, ...(example?.body !== undefined && { example: example.body }) },
  ])
  return { ...body, content: Object.fromEntries(content) as typeof body.content }
}

/** What it answers where all goes well, then each status it refuses with, under its own number. */
function answersOf(
  name: string,
  { security, responses }: Operation,
  refuses: number[],
  examples: Record<string, Example>,
): Record<string, Answer> {
  const told: Record<string, unknown> = { 503: BUSY, ...examples['*']?.answers, ...examples[name]?.answers }
  const refused = responses['4XX']?.content?.[JSON_TYPE]?.schema ?? {}
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const answers = good.length > 0 ? good : [['200', { description: '' }] as [string, Answer]]
  const statuses = [...new Set([...refuses, ...(security ? SIGNED_REFUSALS : []), 503])]
  return {
    ...Object.fromEntries(
      answers.map(([status, answer]) => [status, goodAnswer(name, status, answer, told)]),
    ),
    ...Object.fromEntries(
      statuses.map((status) => [
        status,
        {
          description: REFUSALS[status]!,
          content: { [JSON_TYPE]: { schema: refused, example: told[status] } },
        },
      ]),
    ),
  }
}

function goodAnswer(name: string, status: string, answer: Answer, examples: Record<string, unknown>): Answer {
  if (status === '204') return answer
  const schema = RECORDS[name] ?? answer.content?.[JSON_TYPE]?.schema ?? { type: 'object' }
  const told = answer.description ?? ''
  const description = /^(Default Response)?$/.test(told) ? 'It is done.' : told
  const plain = JSON.parse(JSON.stringify(schema)) as object
  return { description, content: { [JSON_TYPE]: { schema: plain, example: examples[status] } } }
}
