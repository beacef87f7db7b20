import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { PublisherLook } from '../../../src/http/widget/answers.ts'
import { words } from '../page.ts'
import { Button } from './button.tsx'
import { BackIcon } from './icons.tsx'

interface PageProps {
  publisher: Pick<PublisherLook, 'name' | 'logo' | 'privacyNotice' | 'imprint'>
  /** For lists of events. */
  wide?: boolean
  onBack?: (() => void) | undefined
  children: ComponentChildren
}

/** The frame of every fan's page: the publisher at the top, the content, its privacy notice and imprint. */
export function Page({ publisher, wide = false, onBack, children }: PageProps) {
  const [logo, setLogo] = useState(publisher.logo)
  return (
    <div class={wide ? 'page wide' : 'page'}>
      <header class="masthead">
        {onBack && (
          <Button kind="icon" aria-label={words.common.back} onClick={onBack}>
            <BackIcon />
          </Button>
        )}
        {logo && <img src={logo} alt="" onError={() => setLogo(false)} />}
        <bdi class="name">{publisher.name}</bdi>
      </header>
      <main>{children}</main>
      <Notices {...publisher} />
    </div>
  )
}

/** The links that a publisher owes to whoever is on a page of its own. */
function Notices({ privacyNotice, imprint }: Pick<PublisherLook, 'privacyNotice' | 'imprint'>) {
  if (!privacyNotice && !imprint) return null
  return (
    <footer class="notices">
      {privacyNotice && <NoticeLink href={privacyNotice}>{words.common.privacyNotice}</NoticeLink>}
      {imprint && <NoticeLink href={imprint}>{words.common.imprint}</NoticeLink>}
    </footer>
  )
}

/** A link to a page of the publisher, which leaves this one open. */
export function NoticeLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a class="outside" href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
