import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { NewAccountAnswer } from '../../../src/http/admin/accounts-schemas.ts'
import { CopyField, Secret } from '../kit/copy.tsx'
import { Section } from '../kit/page.tsx'
import { actIn } from '../kit/session.tsx'
import { WidgetLinks } from './widget-links.tsx'

/** The API key and links of a new sub-account. The secret is shown only here. */
export function CreatedAccount({ account, email }: { account: NewAccountAnswer; email: string }) {
  const { publisherId, apiKey, secret, widgets } = account
  return (
    <Stack gap="lg">
      <Section
        title="API key"
        text="The sub-account’s programs sign their requests with it. It works at once."
      >
        <Stack gap="sm">
          <CopyField label="Key" value={apiKey} what="the key" />
          <Secret label="Secret" value={secret} what="the secret" />
        </Stack>
      </Section>
      <Section title="Links" text="People subscribe here. Share these links in e-mails and posts.">
        <WidgetLinks widgets={widgets} />
      </Section>
      <Text>
        {email} gets an invitation to set a password. You can go into the sub-account now, to set up its
        calendars.
      </Text>
      <Group>
        <Button onClick={() => actIn(publisherId)}>Open it</Button>
        <Button component={Link} to="/accounts" variant="default">
          All sub-accounts
        </Button>
      </Group>
    </Stack>
  )
}
