import type { PublisherLook } from '../../src/http/widget/answers.ts'
import { NoticeLink } from '../shared/components/page-frame.tsx'
import { words } from '../shared/page.ts'

/** Links to what the publisher does with the address, before it is typed. */
export function PrivacyHint({ name, privacyNotice }: PublisherLook) {
  return words.subscribe.privacyText.split(/(\{\w+\})/).map((part) => {
    if (part === '{publisher}') return <bdi>{name}</bdi>
    if (part === '{notice}' && privacyNotice)
      return <NoticeLink href={privacyNotice}>{words.common.privacyNotice}</NoticeLink>
    return part
  })
}
