import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { Wording } from '../check.ts'
import { withExamples } from './reference/document.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the admin API. */
    adminApi: FastifyInstance['swagger']
  }
}

/** The signature schemes; `docs/api.md` has test vectors. */
const SIGNATURE = {
  apiKey: {
    type: 'apiKey',
    in: 'query',
    name: 'apiKey',
    description: 'Which key the request is signed with. It is one of the signed parameters.',
  },
  apiSign: {
    type: 'apiKey',
    in: 'query',
    name: 'apiSign',
    description:
      'Alone it is the MD5 form: the MD5, in hex, of the secret, the other query parameters sorted by name and written name then value, and the raw body. With `apiTime` it is the SHA-256 form: the HMAC-SHA256, in hex, under the secret, of the method in capitals, the path, the same parameters and the raw body.',
  },
  apiTime: {
    type: 'apiKey',
    in: 'query',
    name: 'apiTime',
    description: 'Only in the SHA-256 form: unix seconds, at most 300 away from the clock of the service.',
  },
} as const

/** The general part of the API's document; operations come from the schemas of routes. */
export function openApiInfo(publicUrl: string): FastifyDynamicSwaggerOptions['openapi'] {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fasti',
      version: '2',
      description:
        'Calendars, events, subscribers and private events of a publisher. Bodies are JSON in UTF-8. Operations below `/apiv2` are signed with the secret of an API key; those of widgets and of the portal are not.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: SIGNATURE },
    tags: [
      { name: 'Batch', description: 'Private events of many subscribers in one request' },
      { name: 'Events', description: 'Public events, and private ones one by one' },
      { name: 'Calendars' },
      { name: 'Subscribers' },
      { name: 'Sub-accounts', description: 'For partners' },
      { name: 'Notifications', description: 'All that callbacks were told, to catch up with' },
      { name: 'Widget', description: 'The calls of a widget; not signed' },
      { name: 'Portal', description: 'The calls of a subscriber with the manage link; not signed' },
    ],
  }
}

/** The general part of the admin API's document. */
export function adminApiInfo(publicUrl: string): FastifyDynamicSwaggerOptions['openapi'] {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fasti admin',
      version: '2',
      description:
        'What the admin portal calls. A user has a session cookie, and sends the `csrf` value of `GET /admin/api/me` with each change; who belongs to a partner names a sub-account in `x-publisher`. A program signs its requests as it does those of the API, and counts as an editor.',
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: publicUrl.startsWith('https:') ? '__Host-fasti_session' : 'fasti_session',
        },
        csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
        ...SIGNATURE,
      },
    },
    tags: [
      { name: 'Overview', description: 'Statistics, health and what comes next' },
      { name: 'Calendars' },
      {
        name: 'Events',
        description: 'Public events, private ones of a subscriber, and what applications show of them',
      },
      { name: 'Alerts', description: 'Rules that tell subscribers of changes, and what was told' },
      { name: 'Subscribers', description: 'Records, export and erasure' },
      { name: 'Session', description: 'Coming in and going out' },
      { name: 'Me', description: 'The user who is signed in' },
      { name: 'People', description: 'The users who may sign in, and what they may do' },
      { name: 'API keys', description: 'The keys that programs sign with' },
      { name: 'Request log', description: 'The requests of programs, and why they were refused' },
      { name: 'Audit log', description: 'The changes that users and programs made' },
      { name: 'Callbacks', description: 'Webhook URLs' },
      { name: 'Deliveries', description: 'The log of webhooks' },
      { name: 'Notifications', description: 'All that callbacks were told' },
      { name: 'Widgets', description: 'The offers and questions of widgets' },
      { name: 'Import', description: 'Files brought into calendars' },
      { name: 'Accounts', description: 'Sub-accounts, for partners' },
      { name: 'Publisher', description: 'The name, looks and settings of the publisher' },
    ],
  }
}

/** A `transformObject` that adds examples to the document. */
export function completed(publicUrl: string): FastifyDynamicSwaggerOptions['transformObject'] {
  return (document) =>
    'openapiObject' in document ? withExamples(document.openapiObject, publicUrl) : document.swaggerObject
}

/** A `transform` that keeps the operations of one document: the admin API, or all others. */
export function documentOf(admin: boolean): FastifyDynamicSwaggerOptions['transform'] {
  return ({ schema, url }) =>
    url.startsWith('/admin/') === admin
      ? { schema: inJsonSchemaWords(schema), url }
      : { schema: { hide: true }, url }
}

/** Removes our own keywords from a schema. */
function inJsonSchemaWords<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema ?? {}), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? inJsonSchema(value) : value,
  ) as T
}

/** In `properties` of a body these names are fields, with schemas as values, not our keywords. */
function inJsonSchema(node: object): object {
  const { accepts, readBy, label, ...rest } = node as Wording & { description?: string }
  const named = Object.entries({ accepts, readBy, label }).filter(([, value]) => typeof value === 'object')
  const properties = { ...rest, ...Object.fromEntries(named) }
  if (typeof accepts !== 'string') return properties
  return { ...properties, description: [`Must be ${accepts}.`, rest.description].filter(Boolean).join(' ') }
}
