import { Alert, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isOffline } from './api.ts'
import { problemText } from './data.ts'

/** What could not be read, with a way to try again. */
export function Failure({ error, again }: { error: unknown; again: () => void }) {
  if (isOffline(error)) return <Offline again={again} />
  return (
    <Alert color="bad" title="This could not be loaded" role="alert">
      <Text size="sm">{problemText(error)}</Text>
      <Button mt="sm" variant="default" onClick={again}>
        Try again
      </Button>
    </Alert>
  )
}

/** There is no connection. What is missing comes by itself once there is one. */
export function Offline({ again }: { again?: () => void }) {
  return (
    <Alert color="warn" title="You are offline" role="alert">
      <Text size="sm">This is shown as soon as there is a connection again.</Text>
      {again && (
        <Button mt="sm" variant="default" onClick={again}>
          Try again
        </Button>
      )}
    </Alert>
  )
}

/** A change that was refused, above the button that asked for it. */
export function Refusal({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert color="bad" role="alert" p="sm">
      {problemText(error)}
    </Alert>
  )
}

/** Nothing is here yet, and what to do about it. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" py={48} px="md">
      <Text fw={600} size="lg">
        {title}
      </Text>
      {children && (
        <Text c="dimmed" ta="center" maw="52ch">
          {children}
        </Text>
      )}
      {action && <Group mt="sm">{action}</Group>}
    </Stack>
  )
}

/** Stands where rows will be. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <Box role="status" aria-label="Loading">
      <Stack gap="sm">
        {Array.from({ length: rows }, (_, i) => (
          <Skeleton key={i} height={36} radius="sm" />
        ))}
      </Stack>
    </Box>
  )
}

interface ReadingQuery<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

/** Shows what a query read, or that it is still reading, or why it could not. */
export function Reading<T>({
  query,
  rows,
  children,
}: {
  query: ReadingQuery<T>
  rows?: number
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) return <Failure error={query.error} again={() => void query.refetch()} />
  return <Loading rows={rows} />
}
