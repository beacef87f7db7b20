import { Button, Select, Stack, TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { type Language, language as pageLanguage, words } from '../words/index.ts'
import { Poster, type PosterProps } from './poster.tsx'
import type { Code } from './use-code.ts'
import { usePreview } from './use-preview.ts'

interface PosterSectionProps {
  widget: WidgetRecord
  code: Code
  /** The calendars of the link; empty: all that the widget offers. */
  calendarIds: string[]
}

/** A poster with the QR code, to print from the browser. */
export function PosterSection({ widget, code, calendarIds }: PosterSectionProps) {
  const { data } = usePreview('button', widget.settings)
  const [language, setLanguage] = useState<Language>(pageLanguage)
  const [typedTitle, setTitle] = useState<string>()
  const [address, setAddress] = useState(() => withoutScheme(widget.directLink))
  const [isPrinting, setPrinting] = useState(false)
  if (!data || !code.matrix) return null

  const { publisher, calendars } = data.config
  const listed = calendars.filter(({ id }) => calendarIds.length === 0 || calendarIds.includes(id))
  // A poster for one calendar has its name, any other that of the publisher.
  const only = listed.length === 1 ? listed[0] : undefined
  const title = typedTitle ?? only?.name ?? publisher.name
  const poster: PosterProps = {
    title: title.trim(),
    publisher: title.trim() === publisher.name ? '' : publisher.name,
    logo: only?.logo || publisher.logo,
    color: publisher.primaryColor,
    language,
    matrix: code.matrix,
    codeLogo: code.logo,
    address: address.trim(),
  }
  return (
    <Section title={words.widgets.poster} text={words.widgets.posterText}>
      <div className="poster-layout">
        <Stack gap="sm">
          <TextInput
            label={words.widgets.posterTitle}
            maxLength={250}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Select
            label={words.widgets.posterLanguage}
            data={LANGUAGES}
            value={language}
            onChange={(chosen) => setLanguage(chosen ?? pageLanguage)}
            allowDeselect={false}
          />
          <TextInput
            label={words.widgets.posterAddress}
            description={words.widgets.posterAddressText}
            maxLength={100}
            dir="ltr"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button
            variant="default"
            w="fit-content"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => setPrinting(true)}
          >
            {words.widgets.printPoster}
          </Button>
        </Stack>
        <div className="poster-preview" role="group" aria-label={say(words.widgets.posterImage, { title })}>
          <Poster {...poster} />
        </div>
      </div>
      {isPrinting && <PrintedPoster poster={poster} onDone={() => setPrinting(false)} />}
    </Section>
  )
}

/** The poster as the only thing that is printed. Opens the browser's dialog once its pictures are there. */
function PrintedPoster({ poster, onDone }: { poster: PosterProps; onDone: () => void }) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isGone = false
    const print = async () => {
      const images = [...sheet.current!.querySelectorAll('img')]
      // Without a logo that can't be loaded it is printed all the same.
      await Promise.allSettled(images.map((image) => image.decode()))
      if (!isGone) window.print()
    }
    addEventListener('afterprint', onDone)
    void print()
    return () => {
      isGone = true
      removeEventListener('afterprint', onDone)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each press of the button
  }, [])
  return createPortal(
    <div className="poster-print" ref={sheet}>
      <Poster {...poster} />
    </div>,
    document.body,
  )
}

function withoutScheme(link: string): string {
  return link.replace(/^https?:\/\//, '')
}
