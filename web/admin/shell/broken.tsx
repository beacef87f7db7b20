import { Anchor, Button, Center, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { problemText } from '../kit/data.ts'
import { words } from '../words/index.ts'

/** The page for an unknown address. */
export function Missing() {
  return (
    <Center mih="60vh" p="md" component="main">
      <Stack align="center" gap="xs">
        <Title order={1}>{words.shell.missingTitle}</Title>
        <Text c="dimmed">{words.shell.missingText}</Text>
        <Anchor component={Link} to="/">
          {words.shell.toOverview}
        </Anchor>
      </Stack>
    </Center>
  )
}

/** The page shown when rendering or loading fails. */
export function Broken({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <Center mih="60vh" p="md" component="main">
      <Stack align="center" gap="xs" role="alert">
        <Title order={1}>{words.shell.brokenTitle}</Title>
        <Text c="dimmed" ta="center">
          {problemText(error)}
        </Text>
        <Button
          mt="sm"
          onClick={() => {
            reset()
            location.reload()
          }}
        >
          {words.kit.tryAgain}
        </Button>
      </Stack>
    </Center>
  )
}
