import { Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { MailPreviewAnswer } from '../../../src/http/admin/alerts-schemas.ts'
import { useData } from '../kit/data.ts'
import { Dialog } from '../kit/dialog.tsx'
import { LANGUAGES } from '../kit/languages.ts'
import { MailFrame } from '../kit/mail-preview.tsx'
import { Reading } from '../kit/states.tsx'
import { words } from '../words/index.ts'

/** A button that shows the mail of alerts. `language`: the one that is shown first. */
export function LookAtMail({ language }: { language: string }) {
  const [looking, setLooking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setLooking(true)}>
        {words.changes.lookAtMail}
      </Button>
      <Dialog opened={looking} onClose={() => setLooking(false)} title={words.kit.theMail} size="lg">
        <Sample first={language} />
      </Dialog>
    </>
  )
}

function Sample({ first }: { first: string }) {
  const [language, setLanguage] = useState(first)
  const query = useData<MailPreviewAnswer['data']>('/alerts/sample', { language })
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {words.changes.sampleText}
      </Text>
      <Select
        label={words.kit.language}
        data={LANGUAGES}
        value={language}
        onChange={(chosen) => setLanguage(chosen ?? first)}
        allowDeselect={false}
        maw={200}
      />
      <Reading query={query} rows={4}>
        {(mail) => <MailFrame mail={mail} language={query.isPlaceholderData ? first : language} />}
      </Reading>
    </Stack>
  )
}
