import { ActionIcon, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

type Direction = 'up' | 'down'

interface MovableProps<Entry extends { key: string }> {
  entries: Entry[]
  /** The name of an entry and of its buttons, with its `{number}`. */
  texts: Record<'entry' | Direction | 'remove', string>
  /** True if an entry is a row of fields; its number is then read only. */
  row?: boolean
  /** The list keeps at least this many entries. */
  fewest?: number
  onMove: (from: number, to: number) => void
  onRemove: (at: number) => void
  children: (entry: Entry, at: number) => ReactNode
}

/** A list with buttons to reorder it. The pressed button keeps the focus when its entry moves. */
export function Movable<Entry extends { key: string }>(props: MovableProps<Entry>) {
  const { entries, texts, row = false, fewest = 0, onMove, onRemove, children } = props
  const place = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<{ key: string; direction: Direction; announcement: string }>()
  useEffect(() => {
    if (!moved) return
    // At the end of the list the pressed button is disabled, so the other one gets the focus.
    const directions: Direction[] = moved.direction === 'up' ? ['up', 'down'] : ['down', 'up']
    const buttons = directions.map((direction) =>
      place.current?.querySelector<HTMLButtonElement>(`[data-move="${moved.key}-${direction}"]`),
    )
    buttons.find((button) => button && !button.disabled)?.focus()
  }, [moved])
  const move = (at: number, direction: Direction) => {
    const to = direction === 'up' ? at - 1 : at + 1
    onMove(at, to)
    setMoved({
      key: entries[at]!.key,
      direction,
      announcement: say(words.widgets.moved, { place: to + 1, all: entries.length }),
    })
  }
  const buttonsOf = (entry: Entry, at: number) => (
    <Group gap={4} wrap="nowrap">
      {(['up', 'down'] as const).map((direction) => (
        <ActionIcon
          key={direction}
          variant="subtle"
          color="gray"
          data-move={`${entry.key}-${direction}`}
          aria-label={say(texts[direction], { number: at + 1 })}
          disabled={direction === 'up' ? at === 0 : at === entries.length - 1}
          onClick={() => move(at, direction)}
        >
          {direction === 'up' ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
        </ActionIcon>
      ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={say(texts.remove, { number: at + 1 })}
        disabled={entries.length <= fewest}
        onClick={() => onRemove(at)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  )
  return (
    <Stack gap={row ? 'xs' : 'sm'} ref={place}>
      {entries.map((entry, at) => (
        <div
          className={row ? 'widget-row' : 'widget-entry'}
          key={entry.key}
          role="group"
          aria-label={say(texts.entry, { number: at + 1 })}
        >
          {row ? (
            <>
              {children(entry, at)}
              {buttonsOf(entry, at)}
            </>
          ) : (
            <>
              <Group justify="space-between" mb="xs">
                <Text fw={600} size="sm">
                  {say(texts.entry, { number: at + 1 })}
                </Text>
                {buttonsOf(entry, at)}
              </Group>
              {children(entry, at)}
            </>
          )}
        </div>
      ))}
      <VisuallyHidden role="status">{moved?.announcement}</VisuallyHidden>
    </Stack>
  )
}
