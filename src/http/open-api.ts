import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'

/** The head of the OpenAPI document; operations come from the routes' own schemas. */
export function openApiInfo(publicUrl: string): FastifyDynamicSwaggerOptions['openapi'] {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fasti',
      version: '2',
      description:
        'Calendars, events, subscribers and private events of a publisher. Every operation is signed: `apiSign` is the MD5, in lower-case hex, of the secret, the other query parameters sorted by key and written key then value, and the raw body.',
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'query', name: 'apiKey' },
        apiSign: { type: 'apiKey', in: 'query', name: 'apiSign' },
      },
    },
    tags: [
      { name: 'Batch', description: 'Private events of many subscribers in one request' },
      { name: 'Events', description: 'Public events, and private ones one by one' },
      { name: 'Calendars' },
      { name: 'Subscribers' },
    ],
  }
}
