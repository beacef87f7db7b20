import type { Db } from '../db/database.ts'
import { rememberedValue } from '../db/service-store.ts'
import { sealerOf } from './sealer.ts'

/** A secret the installation keeps of its own, sealed; `make` gives it the first time, whoever comes first. */
export async function rememberedSecret(db: Db, name: string, make: () => string): Promise<string> {
  const place = ['service.value', name]
  const sealer = sealerOf(db)
  return sealer.open(place, await rememberedValue(db, name, () => sealer.seal(place, make())))
}
