import { Stack, Text } from '@mantine/core'
import type { ProviderRecord } from '../../../src/http/admin/credentials-schemas.ts'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

const texts = words.providers

/** Returns whether consents end when the publisher's own client is replaced or removed. */
export function hasLosses({ people, account }: ProviderRecord): boolean {
  return people > 0 || account
}

/** Says in numbers what ends with the publisher's own client, and what comes after. */
export function Losses({
  provider,
  name,
  isRemoval = false,
}: {
  provider: ProviderRecord
  name: string
  isRemoval?: boolean
}) {
  const { people, mirrors, account, installation } = provider
  const isOffered = !isRemoval || installation
  const sentences = [
    hasLosses(provider) ? texts.otherClient : texts.removeNone,
    people > 0 && sayCount(texts.losePeople, people),
    people > 0 && isOffered && texts.mailed,
    mirrors > 0 && sayCount(words.google.takesAway, mirrors),
    account && isOffered && texts.accountAgain,
    isRemoval && (installation ? texts.fallsBack : say(texts.notOffered, { provider: name })),
  ].filter((sentence) => typeof sentence === 'string')
  return (
    <Stack gap={4}>
      {sentences.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </Stack>
  )
}
