import { Button, Group, List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { words } from '../words/index.ts'
import { problemText } from './data.ts'

/** Shows that something is done, with a button for `undo`. `stays`: until the user closes it. */
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
          {words.kit.undo}
        </Button>
      </Group>
    ) : (
      text
    ),
    color: 'ok',
    autoClose: stays ? false : undo ? 10_000 : 4000,
    closeButtonProps: { 'aria-label': words.kit.close },
  })
}

/** Shows an error, for actions without a form or dialog. */
export function failed(error: unknown): void {
  notifications.show({
    message: problemText(error),
    color: 'bad',
    autoClose: 8000,
    closeButtonProps: { 'aria-label': words.kit.close },
  })
}

/** Shows what did not work completely, line by line, until the user closes it. */
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
    closeButtonProps: { 'aria-label': words.kit.close },
  })
}
