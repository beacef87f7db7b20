import './poster.css'
import type { CSSProperties } from 'react'
import { accentOf } from '../../../src/colors.ts'
import type { Logo, QrMatrix } from '../kit/qr.ts'
import { QrCode } from '../kit/qr-code.tsx'
import type { Language } from '../words/index.ts'
import { POSTER_WORDS } from '../words/poster.ts'

export interface PosterProps {
  title: string
  /** Over the title; empty if the title says it already. */
  publisher: string
  /** The address of a picture. */
  logo: string | false
  color: string | false
  language: Language
  matrix: QrMatrix
  /** In the code. */
  codeLogo: Logo | undefined
  /** As people type it; empty: none. */
  address: string
}

/**
 * A page of A4. All its sizes are parts of its width, so that the preview on the screen and the printed page are the
 * same.
 */
export function Poster(props: PosterProps) {
  const { title, publisher, logo, color, language, matrix, codeLogo, address } = props
  const { accent } = accentOf(color, 'light')
  const { slogan, sentence, orAt } = POSTER_WORDS[language]
  const style = { '--poster-accent': accent } as CSSProperties
  return (
    <div className="poster" lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'} style={style}>
      <div className="poster-page">
        <div className="poster-head">
          {logo && <img src={logo} alt="" referrerPolicy="no-referrer" />}
          {publisher && <bdi>{publisher}</bdi>}
        </div>
        <div className="poster-title" style={{ fontSize: `${titleSize(title)}cqw` }}>
          <bdi>{title}</bdi>
        </div>
        <p className="poster-slogan">{slogan}</p>
        <div className="poster-leaf">
          <QrCode matrix={matrix} logo={codeLogo} width="100%" />
        </div>
        <p className="poster-sentence">{sentence}</p>
        {address && (
          <p className="poster-address">
            {orAt} <bdi dir="ltr">{address}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}

/** In hundredths of the width of the page, as all sizes. */
const LARGEST = 12
const SMALLEST = 3.5
const LINE = 86
const ROOM = 20
const LINE_HEIGHT = 1.2
/** The mean width of a letter in bold, as a part of the font size. */
const LETTER = 0.58
/** Lines break between words, so they are not full. */
const LOOSE = 1.1

/** The largest font size at which the longest word fits the line, and all lines their room. */
function titleSize(title: string): number {
  const longestWord = Math.max(...title.split(/[\s-]+/).map(widthOf))
  const lines = (size: number) => Math.ceil((LOOSE * widthOf(title) * size) / LINE)
  let size = LARGEST
  while (size > SMALLEST && (longestWord * size > LINE || lines(size) * size * LINE_HEIGHT > ROOM))
    size -= 0.5
  return size
}

/** The width of a text in font sizes. Chinese and Japanese letters are squares, and break anywhere. */
function widthOf(text: string): number {
  const wide = text.match(/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0
  return Math.max(1, wide + ([...text].length - wide) * LETTER)
}
