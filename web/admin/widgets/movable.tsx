import { ActionIcon, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface MovableProps<Entry extends { key: string }> {
  entries: Entry[]
  /** What one of them is called: "Question". */
  noun: string
  onMove: (from: number, to: number) => void
  onRemove: (at: number) => void
  children: (entry: Entry, at: number) => ReactNode
}

type Way = 'up' | 'down'

/** A list whose order counts. Its entries move by buttons, which keep the focus wherever they go. */
export function Movable<Entry extends { key: string }>(props: MovableProps<Entry>) {
  const { entries, noun, onMove, onRemove, children } = props
  const place = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<{ key: string; way: Way; says: string }>()
  useEffect(() => {
    if (!moved) return
    // At the end of the list the button that was pressed has nothing left to do.
    const ways: Way[] = moved.way === 'up' ? ['up', 'down'] : ['down', 'up']
    const buttons = ways.map((way) =>
      place.current?.querySelector<HTMLButtonElement>(`[data-move="${moved.key}-${way}"]`),
    )
    buttons.find((button) => button && !button.disabled)?.focus()
  }, [moved])
  const move = (at: number, way: Way) => {
    const to = way === 'up' ? at - 1 : at + 1
    onMove(at, to)
    setMoved({ key: entries[at]!.key, way, says: `Moved to place ${to + 1} of ${entries.length}` })
  }
  return (
    <Stack gap="sm" ref={place}>
      {entries.map((entry, at) => (
        <div className="widget-entry" key={entry.key} role="group" aria-label={`${noun} ${at + 1}`}>
          <Group justify="space-between" mb="xs">
            <Text fw={600} size="sm">
              {noun} {at + 1}
            </Text>
            <Group gap={4}>
              {(['up', 'down'] as const).map((way) => (
                <ActionIcon
                  key={way}
                  variant="subtle"
                  color="gray"
                  data-move={`${entry.key}-${way}`}
                  aria-label={`Move ${noun.toLowerCase()} ${at + 1} ${way}`}
                  disabled={way === 'up' ? at === 0 : at === entries.length - 1}
                  onClick={() => move(at, way)}
                >
                  {way === 'up' ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
                </ActionIcon>
              ))}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${noun.toLowerCase()} ${at + 1}`}
                onClick={() => onRemove(at)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </Group>
          {children(entry, at)}
        </div>
      ))}
      <VisuallyHidden role="status">{moved?.says}</VisuallyHidden>
    </Stack>
  )
}
