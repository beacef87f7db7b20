import type { Publisher } from '../../publishers/publisher.ts'
import type { PushMessage } from '../../web-push/web-push.ts'
import { directionOf, type Language, LANGUAGES } from '../../words/index.ts'

/** The push service forgets a test message that was not fetched within this time. */
const TTL_SECONDS = 300

/** Returns the message that shows a person that notifications work. A tap opens the portal. */
export function testMessage({ company }: Publisher, token: string, language: Language): PushMessage {
  return {
    payload: {
      title: company,
      body: LANGUAGES[language].push.testBody,
      url: `/manage/${token}`,
      tag: 'test',
      lang: language,
      dir: directionOf(language),
    },
    ttl: TTL_SECONDS,
    urgency: 'high',
    topic: 'test',
  }
}
