import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { NewAccountAnswer } from '../../../src/http/admin/accounts-schemas.ts'
import { CopyField, Secret } from '../kit/copy.tsx'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { actIn } from '../kit/session.tsx'
import { words } from '../words/index.ts'
import { WidgetLinks } from './widget-links.tsx'

/** The API key and links of a new sub-account. The secret is shown only here. */
export function CreatedAccount({ account, email }: { account: NewAccountAnswer; email: string }) {
  const { publisherId, apiKey, secret, widgets } = account
  return (
    <Stack gap="lg">
      <Section title={words.kit.apiKey} text={words.accounts.keyText}>
        <Stack gap="sm">
          <CopyField label={words.accounts.key} value={apiKey} what={words.accounts.theKey} />
          <Secret label={words.kit.secret} value={secret} what={words.kit.theSecret} />
        </Stack>
      </Section>
      <Section title={words.accounts.links} text={words.accounts.linksText}>
        <WidgetLinks widgets={widgets} />
      </Section>
      <Text>{say(words.accounts.invited, { email })}</Text>
      <Group>
        <Button onClick={() => actIn(publisherId)}>{words.accounts.openIt}</Button>
        <Button component={Link} to="/accounts" variant="default">
          {words.accounts.allAccounts}
        </Button>
      </Group>
    </Stack>
  )
}
