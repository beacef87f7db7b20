import { AppError } from '../errors.ts'
import { includesAddress } from './addresses.ts'
import type { ApiKey } from './api-key.ts'

/** The facts of a signed request that key rights depend on. */
export interface RequestFacts {
  method: string
  /** True for a batch operation. */
  batch: boolean
  /** True for an operation that changes nothing, although its method is not GET. */
  reads: boolean
  ip: string
}

/** Throws if the rights of a key don't cover a request. Call it only after the signature is verified. */
export function requireKeyRights({ scope, addresses }: ApiKey, request: RequestFacts): void {
  const { method, batch, reads, ip } = request
  if (addresses.length > 0 && !includesAddress(addresses, ip))
    throw new AppError('forbidden', 'The API Key may not be used from this address')
  const changes = !reads && method !== 'GET' && method !== 'HEAD'
  if (scope === 'read' && changes) throw new AppError('forbidden', 'The API Key may only read')
  if (scope === 'batch' && !batch)
    throw new AppError('forbidden', 'The API Key is only for the batch operations')
}
