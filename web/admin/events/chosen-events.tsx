import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import type { Params } from '../kit/api.ts'
import { ExportEvents } from '../kit/export-events.tsx'
import { count } from '../kit/format.ts'
import { ChangeMany, type Start } from './change-many.tsx'

interface ChosenProps {
  /** Their subscriber, for private events. */
  svcId?: string | undefined
  chosen: EventListed[]
  onDone: () => void
  /** The parameters of the list, for a change of all that it finds. */
  filter: Params
  /** Their number; undefined: it is not counted. */
  found: { value: number; more: boolean } | undefined
  /** Opens the change of all. */
  bulk: boolean
  onBulk: (on: boolean) => void
}

/** The actions on the events that are selected in a table, or on all that it finds. */
export function ChosenEvents({ svcId, chosen, onDone, filter, found, bulk, onBulk }: ChosenProps) {
  const [asking, setAsking] = useState<Start | 'change'>()
  const ids = chosen.map(({ id }) => id)
  const button = (label: string, start: Start | 'change', color?: string) => (
    <Button
      size="compact-sm"
      variant={color ? 'outline' : 'default'}
      color={color}
      onClick={() => setAsking(start)}
    >
      {label}
    </Button>
  )
  const number = found && `${count(found.value)}${found.more ? ' or more' : ''}`
  return (
    <Group gap="sm" className="chosen">
      {chosen.length > 0 ? (
        <>
          <Text size="sm" aria-live="polite">
            {chosen.length} selected
          </Text>
          {button('Change', 'change')}
          {button('Make live', 'publish')}
          {button('Make drafts', 'draft')}
          {button('Delete', 'delete', 'bad')}
        </>
      ) : (
        <>
          <Button size="compact-sm" variant="subtle" onClick={() => onBulk(true)}>
            {number ? `Change all ${number} that match` : 'Change all that match'}
          </Button>
          {svcId === undefined && <ExportEvents params={filter} small />}
        </>
      )}
      <ChangeMany
        // Each opening begins anew.
        key={`${asking}`}
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onDone={onDone}
        target={{ ids }}
        start={asking === 'change' ? undefined : asking}
        svcId={svcId}
      />
      <ChangeMany
        opened={bulk}
        onClose={() => onBulk(false)}
        onDone={onDone}
        target={{ filter }}
        start={undefined}
        svcId={svcId}
      />
    </Group>
  )
}
