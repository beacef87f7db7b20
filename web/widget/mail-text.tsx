import { Say } from '../shared/components/say.tsx'
import { words } from '../shared/page.ts'

/** Says to which address an e-mail went. */
export function MailText({ email }: { email: string }) {
  const address = (
    <strong>
      <bdi>{email}</bdi>
    </strong>
  )
  return <Say text={words.subscribe.mailText} values={{ email: address }} />
}
