import type sharp from 'sharp'

/** Sides of a logo, in pixels. Uncompressed that is 40 kB, so no PNG of it is larger than 100 KB. */
const LOGO_SIDE = 100
const MOST_SIDE = 8192
/** 67 MB while it is decoded. */
const MOST_PIXELS = 4096 * 4096
const DECODE_SECONDS = 5

/** What a file has to be to become a logo. */
export interface LogoRule {
  maxBytes: number
  /** Has to be of a logo's size already; else any size is made a square. */
  exact: boolean
}

/** Either a logo as PNG, or why there is none, to be read after the name of a field. */
export type MadeLogo = { png: Buffer; reason?: undefined } | { png?: undefined; reason: string }

/**
 * Makes a logo of a file nobody vouches for. It is known by its content, measured by its header before it is
 * decoded, and drawn anew: what else was in the file, such as a place, a script or an archive, is left behind.
 * What is not square gets transparent margins.
 */
export async function makeLogo(file: Buffer, rule: LogoRule): Promise<MadeLogo> {
  if (file.length > rule.maxBytes) return { reason: `must have at most ${inWords(rule.maxBytes)}` }
  if (!isPng(file) && !isJpeg(file)) return { reason: 'must be a PNG or JPEG image' }
  if (isPng(file) && isAnimated(file)) return { reason: 'must not be animated' }
  const open = await decoder()
  try {
    // Reads the header alone.
    const { width, height } = await open(file, { limitInputPixels: false }).metadata()
    if (rule.exact && (width !== LOGO_SIDE || height !== LOGO_SIDE))
      return { reason: `must have ${LOGO_SIDE}×${LOGO_SIDE} pixels, not ${width}×${height}` }
    if (Math.max(width, height) > MOST_SIDE || width * height > MOST_PIXELS)
      return { reason: `must have sides of at most ${MOST_SIDE} pixels, and 16 million pixels in all` }
    const png = await open(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize(LOGO_SIDE, LOGO_SIDE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer()
    return { png }
  } catch {
    return { reason: 'must be a whole image; this one is damaged' }
  }
}

let loaded: Promise<typeof sharp> | undefined

/** Loaded when it is first needed, and with no other readers of files than the two. */
function decoder(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] })
    return sharp
  })
  return loaded
}

function isPng(file: Buffer): boolean {
  return file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
}

function isJpeg(file: Buffer): boolean {
  return file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff
}

/** Whether a PNG has a chunk `acTL` before its picture. */
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
