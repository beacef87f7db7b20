import type { RefusalKind } from '../errors.ts'
import { loadSharp } from './load-sharp.ts'

/** Width and height of a logo that is fetched, in pixels. Uncompressed it has 40 kB. */
const LOGO_SIDE = 100
const MAX_SIDE = 8192
/** 67 MB when decoded. */
const MAX_PIXELS = 4096 * 4096
const DECODE_SECONDS = 5

/** Rules for a file to become a logo. */
export interface LogoRule {
  maxBytes: number
  /** True: it must already have the size of a logo; false: it is resized. */
  exact: boolean
  /** Width and height of the result in pixels; 100 if left out. */
  side?: number
}

/** Either a logo as PNG, or the reason for a refusal, which follows the name of a field. */
export type MadeLogo =
  | { png: Buffer; reason?: undefined; kind?: undefined }
  | { png?: undefined; reason: string; kind?: RefusalKind }

/**
 * Makes a logo from an untrusted file. Checks the format by content and the size by the header, before
 * decoding, and encodes the pixels again: metadata, scripts and archives in the file are not copied. Adds
 * transparent margins if it is not square.
 */
export async function makeLogo(file: Buffer, rule: LogoRule): Promise<MadeLogo> {
  if (file.length > rule.maxBytes)
    return { reason: `must have at most ${inWords(rule.maxBytes)}`, kind: 'image_too_large' }
  if (!isPng(file) && !isJpeg(file))
    return { reason: 'must be a PNG or JPEG image', kind: 'image_wrong_format' }
  if (isPng(file) && isAnimated(file)) return { reason: 'must not be animated', kind: 'image_animated' }
  const { side = LOGO_SIDE } = rule
  const open = await loadSharp()
  try {
    // Reads only the header.
    const { width, height } = await open(file, { limitInputPixels: false }).metadata()
    if (rule.exact && (width !== LOGO_SIDE || height !== LOGO_SIDE))
      return {
        reason: `must have ${LOGO_SIDE}×${LOGO_SIDE} pixels, not ${width}×${height}`,
        kind: 'image_too_large',
      }
    if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS)
      return {
        reason: `must have sides of at most ${MAX_SIDE} pixels, and 16 million pixels in all`,
        kind: 'image_too_large',
      }
    const png = await open(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer()
    return { png }
  } catch {
    return { reason: 'must be a whole image; this one is damaged', kind: 'image_damaged' }
  }
}

function isPng(file: Buffer): boolean {
  return file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
}

function isJpeg(file: Buffer): boolean {
  return file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff
}

/** True if a PNG has the chunk `acTL` before its image. */
function isAnimated(file: Buffer): boolean {
  let at = 8
  while (at + 8 <= file.length) {
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    at += file.readUInt32BE(at) + 12
  }
  return false
}

function inWords(bytes: number): string {
  return bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MB` : `${bytes / 2 ** 10} KB`
}
