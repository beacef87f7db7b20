export const ROLES = ['all', 'web', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** What one process of a service does. */
export interface Duties {
  /** Delivers webhooks. */
  deliveries: boolean
  /** Forgets what is old, for all of them. */
  sweeps: boolean
}

/**
 * Sweeps are the first process's, and so are deliveries beside requests: callbacks then meet the limits of one
 * worker, however many processes answer. Who wants more workers runs them by themselves.
 */
export function dutiesOf(role: Role, first: boolean): Duties {
  return {
    deliveries: role === 'worker' || (role === 'all' && first),
    sweeps: role !== 'web' && first,
  }
}
