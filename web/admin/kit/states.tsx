import { Alert, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '../words/index.ts'
import { isOffline } from './api.ts'
import { problemText } from './data.ts'

/** A failed read, with a button to try again. */
export function Failure({ error, again }: { error: unknown; again: () => void }) {
  if (isOffline(error)) return <Offline again={again} />
  return (
    <Alert color="bad" title={words.kit.notLoaded} role="alert">
      <Text size="sm">{problemText(error)}</Text>
      <Button mt="sm" variant="default" onClick={again}>
        {words.kit.tryAgain}
      </Button>
    </Alert>
  )
}

/** A note that the device is offline. The missing data is read again once it is online. */
export function Offline({ again }: { again?: () => void }) {
  return (
    <Alert color="warn" title={words.kit.offlineTitle} role="alert">
      <Text size="sm">{words.kit.loadsLater}</Text>
      {again && (
        <Button mt="sm" variant="default" onClick={again}>
          {words.kit.tryAgain}
        </Button>
      )}
    </Alert>
  )
}

/** The error of a refused change, for a place above the button. */
export function Refusal({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert color="bad" role="alert" p="sm">
      {problemText(error)}
    </Alert>
  )
}

/** The text for an empty list, with the next step. */
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
      <Text fw={600} size="lg" ta="center">
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

/** Placeholders for rows that are loading. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <Box role="status" aria-label={words.kit.loading}>
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

/** Shows the data of a query, or that it is loading, or why it failed. */
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
