import type { LinkOwner, Links } from '../links/links.ts'

/** The topic of a collection of a person: random to others, and the same for ever (WebDAV-Push, 4.1). */
export function topicOf(links: Pick<Links, 'opaqueId'>, owner: LinkOwner, collection: string): string {
  return links.opaqueId(`push topic ${collection}`, owner)
}

/** Writes the message that the content of a collection changed (WebDAV-Push, 5). Topic and token need no escapes. */
export function writePushMessage(topic: string, syncToken: string): Buffer {
  const update = `<content-update><D:sync-token>${syncToken}</D:sync-token></content-update>`
  return Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>\n<push-message xmlns="https://bitfire.at/webdav-push" xmlns:D="DAV:"><topic>${topic}</topic>${update}</push-message>`,
  )
}
