import { type Example, readExamples } from './examples.ts'

interface Media {
  example?: unknown
}

interface Operation {
  parameters?: { name: string; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

interface Document {
  paths?: Record<string, Record<string, Operation>>
}

const JSON_TYPE = 'application/json'
/** Not recorded by any scenario. */
const BUSY = { status: '503', statusLong: 'The database is busy. Try again.' }

/** Adds the recorded examples to the OpenAPI document. */
export function withExamples<T extends object>(document: T, publicUrl: string): T {
  const examples = readExamples(publicUrl)
  const shared = { 503: BUSY, ...examples['*']?.answers }
  const { paths = {} } = document as Document
  const withAll = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        withExample(operation, examples[`${method.toUpperCase()} ${path}`], shared),
      ]),
    ),
  ])
  return { ...document, paths: Object.fromEntries(withAll) as object }
}

function withExample(
  operation: Operation,
  example: Example | undefined,
  shared: Record<string, unknown>,
): Operation {
  const { parameters, requestBody, responses } = operation
  const values: Record<string, unknown> = { ...example?.params, ...example?.query, ...example?.headers }
  const answers = { ...shared, ...example?.answers }
  return {
    ...operation,
    ...(parameters && {
      parameters: parameters.map((parameter) => shown(parameter, values[parameter.name])),
    }),
    ...(requestBody && { requestBody: { ...requestBody, ...inJson(requestBody, example?.body) } }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [
        status,
        { ...answer, ...inJson(answer, answers[status]) },
      ]),
    ),
  }
}

function inJson({ content }: { content?: Record<string, Media> }, example: unknown) {
  return content?.[JSON_TYPE] && { content: { ...content, [JSON_TYPE]: shown(content[JSON_TYPE], example) } }
}

function shown<T extends Media>(node: T, example: unknown): T {
  return example === undefined ? node : { ...node, example }
}
