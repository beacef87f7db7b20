import type { LinkOwner, Links } from '../links/links.ts'

/** The news of a collection: its new sync token, and that its name or colour changed. */
export interface PushNews {
  syncToken: string | undefined
  properties: boolean
}

/** The topic of a collection of a person: random to others, and the same for ever (WebDAV-Push, 4.1). */
export function topicOf(links: Pick<Links, 'opaqueId'>, owner: LinkOwner, collection: string): string {
  return links.opaqueId(`push topic ${collection}`, owner)
}

/** Writes the message that a collection changed (WebDAV-Push, 5). Topic and token need no escapes. */
export function writePushMessage(topic: string, { syncToken, properties }: PushNews): Buffer {
  const content =
    syncToken === undefined
      ? ''
      : `<content-update><D:sync-token>${syncToken}</D:sync-token></content-update>`
  const names = '<D:prop><D:displayname/><calendar-color xmlns="http://apple.com/ns/ical/"/></D:prop>'
  const update = properties ? `<property-update>${names}</property-update>` : ''
  return Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>\n<push-message xmlns="https://bitfire.at/webdav-push" xmlns:D="DAV:"><topic>${topic}</topic>${content}${update}</push-message>`,
  )
}
