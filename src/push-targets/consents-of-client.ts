import type { Db } from '../db/database.ts'
import type { OwnCredentials } from './credentials-store.ts'

/** Those whom the end of a client concerns. */
export interface Concerned {
  /** Subscribers whose calendar it writes. */
  people: number
  /** Public calendars that it keeps at the provider. */
  mirrors: number
  /** The publisher's own account is connected with it. */
  account: boolean
}

type OfClient = Pick<OwnCredentials, 'publisherId' | 'provider' | 'clientId'>

/** Counts the consents that were made with a publisher's own client and live, and the mirrors of one. */
export async function countConcerned(db: Db, client: OfClient): Promise<Concerned> {
  const grants = await liveGrants(db, client)
    .select('g.kind')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .groupBy('g.kind')
    .execute()
  const countOf = (kind: string) => Number(grants.find((row) => row.kind === kind)?.count ?? 0)
  const { mirrors } = await liveGrants(db, client)
    .innerJoin('push_target as t', (join) =>
      join.onRef('t.publisher_id', '=', 'g.publisher_id').onRef('t.grant_id', '=', 'g.id'),
    )
    .select((eb) => eb.fn.countAll<number | string>().as('mirrors'))
    .where('g.kind', '=', 'mirror')
    .where('t.state', 'in', ['linking', 'active'])
    .executeTakeFirstOrThrow()
  return { people: countOf('person'), mirrors: Number(mirrors), account: countOf('mirror') > 0 }
}

/** Has the worker end the consents of a retired client at once: see `end-retired.ts`. `now`: epoch ms. */
export async function endConsentsOf(tx: Db, client: OfClient, now: number): Promise<void> {
  await tx
    .updateTable('push_target')
    .set({ next_at: now, failures: 0, lease_until: 0 })
    .where('publisher_id', '=', client.publisherId)
    .where('grant_id', 'in', liveGrants(tx, client).select('g.id'))
    .execute()
}

function liveGrants(db: Db, { publisherId, provider, clientId }: OfClient) {
  return db
    .selectFrom('push_grant as g')
    .where('g.publisher_id', '=', publisherId)
    .where('g.provider', '=', provider)
    .where('g.client_id', '=', clientId)
    .where('g.disconnected_at', 'is', null)
}
