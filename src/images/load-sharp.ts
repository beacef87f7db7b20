import path from 'node:path'
import type sharp from 'sharp'

// Fontconfig reads it once, when the first text is drawn.
process.env.FONTCONFIG_FILE = path.join(import.meta.dirname, 'fonts.conf')

let loaded: Promise<typeof sharp> | undefined

/**
 * Loads sharp when it is first needed, with only the decoders of PNG and JPEG, and of SVG for pictures of ours: a file
 * from elsewhere is checked to be one of the other two.
 */
export function loadSharp(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadSvgBuffer'],
    })
    return sharp
  })
  return loaded
}
