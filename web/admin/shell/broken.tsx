import { Anchor, Button, Center, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { problemText } from '../kit/data.ts'

/** An address that is none of the portal's. */
export function Missing() {
  return (
    <Center mih="60vh" p="md" component="main">
      <Stack align="center" gap="xs">
        <Title order={1}>This page does not exist</Title>
        <Text c="dimmed">The address is incomplete, or what it showed is gone.</Text>
        <Anchor component={Link} to="/">
          Go to the overview
        </Anchor>
      </Stack>
    </Center>
  )
}

/** A page that could not be shown at all. */
export function Broken({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <Center mih="60vh" p="md" component="main">
      <Stack align="center" gap="xs" role="alert">
        <Title order={1}>This did not work</Title>
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
