import { useQuery } from '@tanstack/react-query'
import type { AlertRulesAnswer } from '../../../src/http/admin/alerts-schemas.ts'
import { actingIn, get } from '../kit/api.ts'

const PATH = '/alert-rules'

/** The rules of the publisher, and the one to suggest. */
export function useRules() {
  return useQuery({
    // Not the key of `useData`, which keeps only a part of the answer.
    queryKey: [actingIn() ?? 0, PATH, 'all'],
    queryFn: ({ signal }) => get<AlertRulesAnswer>(PATH, {}, signal),
  })
}
