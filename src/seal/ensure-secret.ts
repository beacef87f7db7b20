import type { Db } from '../db/database.ts'
import { ensureServiceValue } from '../db/service-store.ts'
import { sealerOf } from './sealer.ts'

/** Like `ensureServiceValue`, with a sealed value. */
export async function ensureSecret(db: Db, name: string, make: () => string): Promise<string> {
  const place = ['service.value', name]
  const sealer = sealerOf(db)
  return sealer.open(place, await ensureServiceValue(db, name, () => sealer.seal(place, make())))
}
