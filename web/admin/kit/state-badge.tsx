import { Badge } from '@mantine/core'

/** A state as a word and a colour: "Live", "Draft", "Failed". */
export function StateBadge({ kind, children }: { kind: 'ok' | 'warn' | 'bad' | 'plain'; children: string }) {
  return (
    <Badge variant="light" color={kind === 'plain' ? 'gray' : kind} className="state">
      {children}
    </Badge>
  )
}
