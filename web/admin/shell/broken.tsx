import { Anchor, Button, Center, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { problemText } from '../kit/data.ts'

/** The page for an unknown address. */
export function Missing() {
  return (
    <Center mih="60vh" p="md" component="main">
      <Stack align="center" gap="xs">
        <Title order={1}>This page does not exist</Title>
        <Text c="dimmed">The address is incomplete, or the page has been removed.</Text>
        <Anchor component={Link} to="/">
          Go to the overview
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
        <Title order={1}>Something went wrong</Title>
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
          Try again
        </Button>
      </Stack>
    </Center>
  )
}
