import { Button, Group, List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { problemText } from './data.ts'

/** Says that something is done; with `undo` where it can be taken back. `stays`: until it is closed. */
export function done(text: string, undo?: () => void, stays = false): void {
  const id = notifications.show({
    message: undo ? (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          Undo
        </Button>
      </Group>
    ) : (
      text
    ),
    color: 'ok',
    autoClose: stays ? false : undo ? 10_000 : 4000,
    closeButtonProps: { 'aria-label': 'Close' },
  })
}

/** Says that something did not work, where there is no form to say it in. */
export function failed(error: unknown): void {
  notifications.show({
    message: problemText(error),
    color: 'bad',
    autoClose: 8000,
    closeButtonProps: { 'aria-label': 'Close' },
  })
}

/** Says what did not work in full, line by line, until it is closed. */
export function warn(title: string, lines: string[]): void {
  notifications.show({
    title,
    message: (
      <List size="sm" c="var(--ink)">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    ),
    color: 'warn',
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Close' },
  })
}
