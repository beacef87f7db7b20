import type { World } from '../../test/support/admin-requests.ts'
import { type Json, send } from '../../test/support/test-publisher.ts'
import { type Field, fieldsOf, type Schema } from './fields.ts'

/** An operation that takes a body, as the service itself documents it. */
export interface Operation {
  /** `PUT /admin/api/widgets/{id}` */
  name: string
  schema: Schema
  texts: Field[]
  lists: Field[]
}

/** An operation as an OpenAPI document has it. */
export interface Documented {
  name: string
  /** Names by where they stand. */
  parameters: { name: string; in: 'path' | 'query' | 'header' }[]
  body: Schema | undefined
}

/** All operations of both OpenAPI documents: what a route's schema says is what is here. */
export async function documentedOperations({ app }: Pick<World, 'app'>): Promise<Documented[]> {
  const documents = await Promise.all(
    ['/openapi.json', '/admin/openapi.json'].map(async (path) => (await send(app.url + path)).body),
  )
  return documents.flatMap((document) =>
    Object.entries<Record<string, Json>>(document.paths).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${url}`,
        parameters: operation.parameters ?? [],
        body: operation.requestBody?.content['application/json'].schema,
      })),
    ),
  )
}

/** Those that take texts or lists. */
export async function operationsOf(world: Pick<World, 'app'>): Promise<Operation[]> {
  return (await documentedOperations(world))
    .filter(({ body }) => body)
    .map(({ name, body }) => ({
      ...{ name, schema: body! },
      ...{ texts: fieldsOf(body!, 'string'), lists: fieldsOf(body!, 'array') },
    }))
    .filter(({ texts, lists }) => texts.length + lists.length > 0)
}
