import { AppError } from '../errors.ts'
import { includesAddress } from './addresses.ts'
import type { ApiKey } from './api-key.ts'

/** What a signed request asks for, and from where. */
export interface Asked {
  method: string
  /** A batch operation. */
  batch: boolean
  /** It changes nothing, though its method is not GET. */
  reads: boolean
  ip: string
}

/** Refuses what a key is not good for. To be asked once the signature is known to be right. */
export function requireKeyRights({ scope, addresses }: ApiKey, { method, batch, reads, ip }: Asked): void {
  if (addresses.length > 0 && !includesAddress(addresses, ip))
    throw new AppError('forbidden', 'The API Key may not be used from this address')
  const changes = !reads && method !== 'GET' && method !== 'HEAD'
  if (scope === 'read' && changes) throw new AppError('forbidden', 'The API Key may only read')
  if (scope === 'batch' && !batch)
    throw new AppError('forbidden', 'The API Key is only for the batch operations')
}
