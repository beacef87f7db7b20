import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

interface PageProps {
  title: string
  /** One sentence that says what this page is for. */
  text?: ReactNode
  /** Where it belongs: a path and its name, shown above the title. */
  up?: { to: string; name: string }
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** Tables may use all the width; else the content keeps to 1200 px. */
  wide?: boolean
  children: ReactNode
}

/** The frame of every place of the portal: its heading, what can be done, and the content. */
export function Page({ title, text, up, actions, wide, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Fasti`
  }, [title])
  // Who came by a link of the page hears, and tabs on from, where they are now.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Box maw={wide ? undefined : 1200}>
      <Stack gap="lg">
        <Group justify="space-between" align="flex-end" gap="sm">
          <Box miw={0}>
            {up && (
              <Anchor component={Link} to={up.to} size="sm">
                ← {up.name}
              </Anchor>
            )}
            <Title order={1} ref={heading} tabIndex={-1} className="page-title">
              {title}
            </Title>
            {text && (
              <Text c="dimmed" maw="70ch" mt={4}>
                {text}
              </Text>
            )}
          </Box>
          {actions && (
            <Group gap="sm" maw="100%">
              {actions}
            </Group>
          )}
        </Group>
        {children}
      </Stack>
    </Box>
  )
}

/** One part of a page, on a surface of its own. */
export function Section({
  title,
  text,
  actions,
  children,
}: {
  title?: string
  text?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Box component="section" className="section">
      {(title || actions) && (
        <Group justify="space-between" align="flex-start" mb="md" gap="sm">
          <Box miw={0}>
            {title && <Title order={2}>{title}</Title>}
            {text && (
              <Text c="dimmed" size="sm" maw="70ch" mt={2}>
                {text}
              </Text>
            )}
          </Box>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      {children}
    </Box>
  )
}
