export const ROLES = ['all', 'web', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** The background jobs of a process. */
export interface Duties {
  /** Delivers webhooks, and tells devices of changes. */
  deliveries: boolean
  /** Deletes old data, for all processes. */
  sweeps: boolean
}

/**
 * Only the first process sweeps, and with role `all` only the first one delivers, so that callbacks meet the
 * limits of one worker. For more workers, run them with role `worker`.
 */
export function dutiesOf(role: Role, first: boolean): Duties {
  return {
    deliveries: role === 'worker' || (role === 'all' && first),
    sweeps: role !== 'web' && first,
  }
}
