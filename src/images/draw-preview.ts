import type { OverlayOptions } from 'sharp'
import { SCHEMES } from '../colors.ts'
import { AppError } from '../errors.ts'
import { escapeHtml } from '../html.ts'
import { loadSharp } from './load-sharp.ts'

/** The content of a picture of an event, or of a calendar without one. */
export interface Preview {
  /** Undefined: there is no day to show, and the lines begin at the edge. */
  leaf?: { weekday: string; day: string; month: string }
  title: string
  /** True: the title is struck through. */
  isStruck: boolean
  /** A word above the title; empty: none. */
  mark: string
  /** Below the title. Empty ones are left out. */
  lines: string[]
  /** The calendar and the publisher. */
  from: string
  direction: 'ltr' | 'rtl'
  /** The publisher's colour, readable on white. */
  accent: string
}

/** The size that chats show large, in pixels: 1.91 to 1. */
export const PREVIEW_SIZE = { width: 1200, height: 630 }

const { paper, surface, ink, inkSoft, line } = SCHEMES.light
const BAD = '#b3261e'
const MARGIN = 72
const LEAF = { width: 280, height: 320, top: 120 }
const GAP = 56
/** The title shrinks until it fits, and is cut if the smallest size is still too large. */
const TITLE = { sizes: [64, 54, 44], height: 210 }
const LINE = { sizes: [34], height: 100 }
const MAX_TITLE = 160
const MAX_LINE = 90
/** A text that is still too high loses this share of its characters, again and again. */
const CUT = 0.15
/** More requests than this wait for no picture: each takes a tenth of a second of a processor. */
const MAX_WAITING = 20
const RETRY_SECONDS = 5

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a picture as PNG, one at a time, so that feeds keep the other processors. Throws `unavailable` if many are
 * waiting.
 */
export async function drawPreview(preview: Preview): Promise<Buffer> {
  if (waiting >= MAX_WAITING)
    throw new AppError('unavailable', 'Too many previews at once. Try again.', { retryAfter: RETRY_SECONDS })
  waiting += 1
  const drawing = last.then(() => draw(preview)).finally(() => (waiting -= 1))
  last = drawing.catch(() => {})
  return drawing
}

interface Text {
  sizes: number[]
  weight?: 'normal' | 'bold'
  color: string
  width: number
  /** The most it may take. */
  height: number
  isStruck?: boolean
}

async function draw({
  leaf,
  title,
  isStruck,
  mark,
  lines,
  from,
  direction,
  accent,
}: Preview): Promise<Buffer> {
  const sharp = await loadSharp()
  const isRtl = direction === 'rtl'
  /** Places a picture by its distance from the edge where lines begin. */
  const place = (input: Drawn, start: number, top: number): OverlayOptions => ({
    input: input.image,
    left: Math.round(isRtl ? PREVIEW_SIZE.width - start - input.width : start),
    top: Math.round(top),
  })
  const centred = (input: Drawn, top: number) => place(input, MARGIN + (LEAF.width - input.width) / 2, top)

  const texts: OverlayOptions[] = []
  if (leaf) {
    const inLeaf = { color: ink, width: LEAF.width - 24, height: 80 }
    const [weekday, day, month] = await Promise.all([
      write(leaf.weekday, { ...inLeaf, sizes: [36, 28], weight: 'bold', color: surface }),
      write(leaf.day, { ...inLeaf, sizes: [120, 88], weight: 'bold', height: 168 }),
      write(leaf.month, { ...inLeaf, sizes: [34, 26], color: inkSoft }),
    ])
    texts.push(centred(weekday, LEAF.top + (72 - weekday.height) / 2))
    texts.push(centred(day, LEAF.top + 72 + (168 - day.height) / 2))
    texts.push(centred(month, LEAF.top + 240 + (64 - month.height) / 2))
  }

  const start = leaf ? MARGIN + LEAF.width + GAP : MARGIN
  let top = LEAF.top
  const add = async (text: string, style: Omit<Text, 'width'>, gap: number) => {
    if (text.trim() === '') return
    const drawn = await write(text, { ...style, width: PREVIEW_SIZE.width - start - MARGIN })
    texts.push(place(drawn, start, top))
    top += drawn.height + gap
  }
  await add(mark, { ...LINE, weight: 'bold', color: BAD }, 16)
  await add(cut(title, MAX_TITLE), { ...TITLE, weight: 'bold', color: ink, isStruck }, 28)
  for (const text of lines) await add(cut(text, MAX_LINE), { ...LINE, color: inkSoft }, 14)

  const source = await write(cut(from, MAX_LINE), {
    ...{ sizes: [30], color: accent, weight: 'bold', height: 48 },
    width: PREVIEW_SIZE.width - 2 * MARGIN,
  })
  texts.push(place(source, MARGIN, PREVIEW_SIZE.height - 96))
  return sharp(Buffer.from(frame(accent, isRtl, leaf !== undefined)))
    .composite(texts)
    .png({ palette: true })
    .toBuffer()
}

/** The paper, the band and the leaf, if there is one, as SVG. */
function frame(accent: string, isRtl: boolean, hasLeaf: boolean): string {
  const { width, height } = PREVIEW_SIZE
  const left = isRtl ? width - MARGIN - LEAF.width : MARGIN
  const box = `x="${left}" y="${LEAF.top}" width="${LEAF.width}"`
  const leaf = `<clipPath id="leaf"><rect ${box} height="${LEAF.height}" rx="20"/></clipPath>
<g clip-path="url(#leaf)">
<rect ${box} height="${LEAF.height}" fill="${surface}"/>
<rect ${box} height="72" fill="${accent}"/>
</g>
<rect ${box} height="${LEAF.height}" rx="20" fill="none" stroke="${line}" stroke-width="3"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${paper}"/>
<rect width="${width}" height="16" fill="${accent}"/>
${hasLeaf ? leaf : ''}
</svg>`
}

interface Drawn {
  image: Buffer
  width: number
  height: number
}

/** Draws a text in the largest of its sizes in which it fits, or cuts it. */
async function write(text: string, style: Text): Promise<Drawn> {
  for (const size of style.sizes) {
    const drawn = await writeIn(text, size, style)
    if (drawn.height <= style.height) return drawn
  }
  const smallest = style.sizes.at(-1)!
  for (let shown = text; ;) {
    const drawn = await writeIn(shown, smallest, style)
    const length = [...shown].length
    if (drawn.height <= style.height || length <= 2) return drawn
    shown = cut(shown, Math.floor(length * (1 - CUT)))
  }
}

async function writeIn(
  text: string,
  size: number,
  { weight = 'normal', color, width, isStruck }: Text,
): Promise<Drawn> {
  const sharp = await loadSharp()
  const style = `foreground="${color}" weight="${weight}"${isStruck ? ' strikethrough="true"' : ''}`
  const { data, info } = await sharp({
    text: {
      text: `<span ${style}>${escapeHtml(drawable(text)) || ' '}</span>`,
      ...{ font: `Noto Sans ${size}`, dpi: 72, width: Math.round(width), rgba: true, wrap: 'word-char' },
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { image: data, width: info.width, height: info.height }
}

/** The text without emoji and characters that are no letters: no font here has them. */
function drawable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Extended_Pictographic}\p{Cc}\p{Co}\p{Cn}\u{FE0F}\u{200D}\u{FFFD}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function cut(text: string, max: number): string {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text
}
