import type { Config } from '../config.ts'
import { transact } from '../db/transact.ts'
import { writePassword } from '../links/device-password.ts'
import type { Links } from '../links/links.ts'
import type { OperationContext } from '../operation.ts'
import { nextRevision } from '../revisions/revision.ts'
import { addLink } from './add-link.ts'
import { getActiveSubscriber } from './subscriber-store.ts'

/** What a device needs to add the account. The password is stored nowhere and is shown once. */
export interface NewDevice {
  /** The number of its link, by which it can be ended. */
  number: number
  /** The host, with the port if it is not that of https. */
  server: string
  /** The address of the account, for applications that ask for one. */
  url: string
  userName: string
  password: string
  /** Opens DAVx⁵ with all of it. */
  davx5: string
}

/** Makes a link for a device of an active subscriber, with a password of its own. Throws `not_found` for any other. */
export async function addDevice(
  ctx: OperationContext & { config: Config; links: Links },
  publisherId: number,
  subscriberId: string,
  name: string,
): Promise<NewDevice> {
  return transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const { email } = await getActiveSubscriber(tx, publisherId, subscriberId)
    const link = { kind: 'account', application: '', name: name.trim(), confirmed: true } as const
    const target = await addLink(tx, publisherId, subscriberId, link, revision)
    const { publicUrl } = ctx.config.http
    const password = writePassword(ctx.links.token('device', target))
    const { host, pathname } = new URL(`${publicUrl}/dav/`)
    return {
      ...{ number: target.number, server: host, url: `${publicUrl}/dav/`, userName: email, password },
      davx5: `davx5://${encodeURIComponent(email)}:${password}@${host}${pathname}`,
    }
  })
}
