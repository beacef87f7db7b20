import { Alert, Box, List, Stack, Tabs, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PreviewAnswer } from '../../../src/http/admin/events-schemas.ts'
import { actingIn, ApiError, send } from '../kit/api.ts'
import { Section } from '../kit/page.tsx'
import { ofField } from '../kit/reasons.ts'
import { Failure, Loading } from '../kit/states.tsx'
import { ownZone, TimeZoneSelect } from '../kit/time-zone.tsx'
import { words } from '../words/index.ts'
import { Application, Feed, type Preview } from './seen-by-application.tsx'
import { applicationName, warningText } from './seen-words.ts'

const TYPING_MS = 350

/** Reads a preview of the event in the form once typing pauses. */
export function usePreview(input: object, query: string) {
  const [settled] = useDebouncedValue(JSON.stringify(input), TYPING_MS)
  return useQuery({
    queryKey: [actingIn() ?? 0, 'preview', query, settled],
    queryFn: async () =>
      (await send<PreviewAnswer>('POST', `/events/preview${query}`, JSON.parse(settled))).data,
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
  })
}

/** How common applications will show the event, and what they will leave out. */
export function WhatTheySee({ preview }: { preview: ReturnType<typeof usePreview> }) {
  const { data, error } = preview
  const faulty = error instanceof ApiError && error.status === 400
  return (
    <Section title={words.events.whatTheySee} text={words.events.whatTheySeeText}>
      <Box aria-live="polite">
        {error && !faulty ? (
          <Failure error={error} again={() => void preview.refetch()} />
        ) : faulty ? (
          <FillIn error={error} />
        ) : data ? (
          <Stack gap="md">
            <Warnings preview={data} />
            <Applications preview={data} />
          </Stack>
        ) : (
          <Loading rows={4} />
        )}
      </Box>
    </Section>
  )
}

function FillIn({ error }: { error: ApiError }) {
  return (
    <>
      <Text c="dimmed">{words.events.fillIn}</Text>
      <List size="sm" mt="xs">
        {Object.entries(error.fields).map(([field, text]) => (
          <List.Item key={field}>{ofField(field, text)}</List.Item>
        ))}
      </List>
    </>
  )
}

const LOOK = {
  stop: { color: 'bad', title: words.events.nobodySees, Icon: IconAlertTriangle },
  warn: { color: 'warn', title: words.events.checkThis, Icon: IconAlertTriangle },
  note: { color: 'gray', title: words.events.goodToKnow, Icon: IconInfoCircle },
} as const

function Warnings({ preview }: { preview: Preview }) {
  const levels = ['stop', 'warn', 'note'] as const
  return (
    <Stack gap="xs">
      {levels.map((level) => {
        const here = preview.warnings.filter((warning) => warning.level === level)
        const { color, title, Icon } = LOOK[level]
        return (
          here.length > 0 && (
            <Alert key={level} color={color} title={title} icon={<Icon size={18} aria-hidden />} p="sm">
              <List
                size="sm"
                spacing={4}
                listStyleType={here.length > 1 ? 'disc' : 'none'}
                data-warnings={level}
              >
                {here.map((warning) => (
                  <List.Item key={warning.code}>{warningText(warning)}</List.Item>
                ))}
              </List>
            </Alert>
          )
        )
      })}
    </Stack>
  )
}

function Applications({ preview }: { preview: Preview }) {
  const [zone, setZone] = useState(ownZone)
  return (
    <Tabs defaultValue={preview.programs[0]!.id} keepMounted={false} variant="outline">
      <Tabs.List aria-label={words.events.applications}>
        {preview.programs.map((application) => (
          <Tabs.Tab key={application.id} value={application.id}>
            {SHORT[application.id] ?? applicationName(application)}
          </Tabs.Tab>
        ))}
        <Tabs.Tab value="feed">{words.events.feed}</Tabs.Tab>
      </Tabs.List>
      {preview.programs.map((application) => (
        <Tabs.Panel key={application.id} value={application.id} pt="md">
          <Application application={application} preview={preview} zone={zone} />
          <TimeZoneSelect
            label={words.events.forZone}
            size="sm"
            mt="md"
            value={zone}
            onChange={(chosen) => setZone(chosen ?? ownZone)}
            allowDeselect={false}
          />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="feed" pt="md">
        <Feed preview={preview} />
      </Tabs.Panel>
    </Tabs>
  )
}

const SHORT: Record<string, string> = {
  google: 'Google',
  android: 'Android',
  apple: 'Apple',
  'outlook-com': 'Outlook.com',
  outlook: 'Outlook',
}
