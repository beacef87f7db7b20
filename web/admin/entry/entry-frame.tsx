import './entry.css'
import { Box, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface EntryFrameProps {
  /** Left out while it depends on what is still loading. */
  title?: string
  text?: string
  children: ReactNode
}

/** The frame of the pages that are shown before signing in. */
export function EntryFrame({ title, text, children }: EntryFrameProps) {
  useEffect(() => {
    if (title) document.title = `${title} · Fasti`
  }, [title])
  return (
    <Box component="main" className="entry">
      <p className="entry-mark">Fasti</p>
      <Box className="section entry-card">
        <Stack gap="md">
          {title && (
            <Box>
              <Title order={1}>{title}</Title>
              {text && (
                <Text c="dimmed" mt={4}>
                  {text}
                </Text>
              )}
            </Box>
          )}
          {children}
        </Stack>
      </Box>
    </Box>
  )
}
