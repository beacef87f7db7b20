import './entry.css'
import { Box, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** The frame of the pages that are shown before signing in. */
export function EntryFrame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Fasti`
  }, [title])
  return (
    <Box component="main" className="entry">
      <p className="entry-mark">Fasti</p>
      <Box className="section entry-card">
        <Stack gap="md">
          <Box>
            <Title order={1}>{title}</Title>
            {text && (
              <Text c="dimmed" mt={4}>
                {text}
              </Text>
            )}
          </Box>
          {children}
        </Stack>
      </Box>
    </Box>
  )
}
