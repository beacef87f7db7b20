import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import type { Params } from '../kit/api.ts'
import { ExportEvents } from '../kit/export-events.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
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
  return (
    <Group gap="sm" className="chosen">
      {chosen.length > 0 ? (
        <>
          <Text size="sm" aria-live="polite">
            {sayCount(words.events.selected, chosen.length)}
          </Text>
          {button(words.kit.change, 'change')}
          {button(words.events.makeLive, 'publish')}
          {button(words.events.makeDrafts, 'draft')}
          {button(words.kit.delete, 'delete', 'bad')}
        </>
      ) : (
        <>
          <Button size="compact-sm" variant="subtle" onClick={() => onBulk(true)}>
            {changeAllText(found)}
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

function changeAllText(found: ChosenProps['found']): string {
  if (!found) return words.events.changeAllMatching
  const text = found.more ? words.events.changeAllOrMore : words.events.changeAllNumber
  return say(text, { number: found.value })
}
