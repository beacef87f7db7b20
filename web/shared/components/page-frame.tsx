import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { PublisherLook } from '../../../src/http/widget/answers.ts'
import { words } from '../page.ts'
import { Button } from './button.tsx'
import { BackIcon } from './icons.tsx'

interface PageProps {
  publisher: Pick<PublisherLook, 'name' | 'logo'>
  /** For lists of events. */
  wide?: boolean
  onBack?: (() => void) | undefined
  children: ComponentChildren
}

/** The frame of every fan's page: the publisher at the top, then the content. */
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
    </div>
  )
}
