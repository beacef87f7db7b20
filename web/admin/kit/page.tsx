import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

interface PageProps {
  title: string
  /** One sentence that says what this page is for. */
  text?: ReactNode
  /** The parent page: its path and name, shown above the title. */
  up?: { to: string; name: string }
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** Uses the full width, for tables; otherwise at most 1200 px. */
  wide?: boolean
  children: ReactNode
}

/** The frame of every page of the admin portal: heading, actions and content. */
export function Page({ title, text, up, actions, wide, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Fasti`
  }, [title])
  // After a link within the admin portal, screen readers announce the new page, and Tab goes on from its title.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Box maw={wide ? undefined : 1200}>
      <Stack gap="lg">
        <Group justify="space-between" align="flex-end" gap="sm">
          <Box miw={0}>
            {up && (
              <Anchor component={Link} to={up.to} size="sm" className="back-link">
                {document.dir === 'rtl' ? '→' : '←'} {up.name}
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

/** A part of a page, as a card. */
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
