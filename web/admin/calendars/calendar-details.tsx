import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { CopyField } from '../kit/copy.tsx'
import { day, moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { PutInMail } from '../kit/put-in-mail.tsx'
import { Say, say } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { SourcesOfCalendar } from '../sources/sources-list.tsx'
import { words } from '../words/index.ts'
import { DeleteCalendar } from './delete-calendar.tsx'
import { extentInWords } from './extent.ts'

/** The links of a calendar, and its deletion. */
export function CalendarDetails({ calendar }: { calendar: AdminCalendar }) {
  const mayEdit = useMay('editor')
  return (
    <Stack>
      {mayEdit && <SourcesOfCalendar calendarId={calendar.id} />}
      <Section title={words.calendars.links}>
        <Stack>
          <CopyField
            label={words.calendars.publicPage}
            value={calendar.page}
            what={words.calendars.pageLink}
            description={calendar.draft ? words.calendars.pageClosed : undefined}
          />
          <CopyField
            label={words.calendars.feed}
            value={calendar.feed}
            what={words.calendars.feedLink}
            description={calendar.draft ? words.calendars.feedClosed : words.calendars.feedText}
          />
          {calendar.feedExtent && (
            <Alert color="warn" title={words.calendars.feedFull}>
              <Say
                text={words.kit.sentences}
                values={{
                  first: extentInWords(calendar.feedExtent),
                  second: <Say text={words.calendars.toFitMore} values={{ settings: <SettingsLink /> }} />,
                }}
              />
            </Alert>
          )}
          {!calendar.draft && (
            <PutInMail path={`/calendars/${calendar.id}/mail-block`} text={words.calendars.mailBlock} />
          )}
          <CopyField label={words.calendars.id} value={calendar.id} what={words.calendars.theId} />
          <CopyField
            label={words.calendars.reference}
            value={calendar.reference}
            what={words.calendars.theReference}
          />
          <Text size="sm" c="dimmed">
            {say(words.calendars.createdChanged, {
              day: day(calendar.created),
              moment: moment(calendar.modified),
            })}
          </Text>
        </Stack>
      </Section>
      {mayEdit && <Removal calendar={calendar} />}
    </Stack>
  )
}

function SettingsLink() {
  return (
    <Anchor component={Link} to="/settings" inherit underline="always">
      {words.calendars.settingsLink}
    </Anchor>
  )
}

function Removal({ calendar }: { calendar: AdminCalendar }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <Section title={words.kit.delete}>
      <Text size="sm" mb="sm">
        {words.calendars.deleteText}
      </Text>
      <Button color="bad" variant="outline" onClick={() => setAsking(true)}>
        {words.calendars.deleteCalendar}
      </Button>
      <DeleteCalendar
        calendar={calendar}
        opened={asking}
        onClose={() => setAsking(false)}
        onDeleted={() => void navigate({ to: '/calendars' })}
      />
    </Section>
  )
}
