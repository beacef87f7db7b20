import { deviceOf, sync, type TestDevice } from './dav.ts'
import type { TestPublisher } from './test-publisher.ts'

/** A device with the objects that it has, by their ETags. */
export interface DavClient {
  device: TestDevice
  known: Map<string, Map<string, string>>
  tokens: Map<string, string>
  /** The paths of the calendars that the account had last. */
  listed: string[]
}

export async function davClientOf(club: TestPublisher, svcId: string): Promise<DavClient> {
  return freshClient(await deviceOf(club, svcId))
}

/** A client on the device that has read nothing yet. */
export function freshClient(device: TestDevice): DavClient {
  return { device, known: new Map(), tokens: new Map(), listed: [] }
}

/** Syncs all calendars of an account. One that is not there any more goes; the device keeps its token, as one might. */
export async function syncAll(client: DavClient, limit?: number): Promise<void> {
  const { device, known, tokens } = client
  const { text } = await device.ask('PROPFIND', device.home, undefined, { depth: '1' })
  client.listed = [...text.matchAll(/<d:response><d:href>(.*?)</g)].map(([, href]) => href!).slice(1)
  for (const path of client.listed) {
    const own = known.get(path) ?? new Map<string, string>()
    known.set(path, own)
    try {
      tokens.set(path, (await sync(device, path, own, tokens.get(path) ?? '', limit)).token)
    } catch (error) {
      // The calendar may have gone between both requests.
      if (!String(error).includes('404')) throw error
    }
  }
}

/** The objects that a device shows, with their ETags. */
export function objectsOf({ known, listed }: DavClient): string[] {
  return listed
    .flatMap((path) => [...(known.get(path) ?? [])].map(([href, etag]) => `${href} ${etag}`))
    .sort()
}
