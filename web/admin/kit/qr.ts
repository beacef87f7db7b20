import { encode } from 'uqr'

/** A QR code with its quiet zone: `modules[y][x]` is dark where true. */
export interface QrMatrix {
  size: number
  modules: boolean[][]
  /** The square in the middle that is left free for a logo, in modules. Without a logo undefined. */
  hole?: { at: number; size: number }
}

/** A picture as a data address, so that a saved file has it in itself, with its proportion. */
export interface Logo {
  address: string
  /** Width divided by height. */
  ratio: number
}

/** The width of the quiet zone in modules, from ISO 18004. */
const QUIET_ZONE = 4

/**
 * A logo covers at most this part of the width. That is about 5% of the area, and level H restores up to 30% of the
 * codewords, so most of its strength is left for scratches and bad light.
 */
const HOLE = 0.23

/** The white margin of a logo in its hole, in modules. */
const LOGO_MARGIN = 0.75

/**
 * Returns the code of a text, or undefined if the text is too long for one. Level M survives a scratch or a fold
 * without many more modules; a logo needs level H.
 */
export function qrMatrix(text: string, withLogo = false): QrMatrix | undefined {
  let code
  try {
    code = encode(text, { border: QUIET_ZONE, ecc: withLogo ? 'H' : 'M' })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
  const { data: modules, size } = code
  if (!withLogo) return { size, modules }
  const hole = holeOf(size)
  const isInHole = (n: number) => n >= hole.at && n < hole.at + hole.size
  return {
    size,
    hole,
    modules: modules.map((row, y) => row.map((dark, x) => dark && !(isInHole(x) && isInHole(y)))),
  }
}

/** The hole is centred on whole modules: both sizes are odd. */
function holeOf(size: number): { at: number; size: number } {
  const most = Math.floor((size - 2 * QUIET_ZONE) * HOLE)
  const odd = most % 2 === 1 ? most : most - 1
  return { at: (size - odd) / 2, size: odd }
}

/** The place of a logo in the hole, in modules: as large as its proportion allows, in the middle. */
export function logoBox({ at, size }: { at: number; size: number }, ratio: number) {
  const room = size - 2 * LOGO_MARGIN
  const [width, height] = ratio > 1 ? [room, room / ratio] : [room * ratio, room]
  return { x: at + (size - width) / 2, y: at + (size - height) / 2, width, height }
}

/** All dark modules as one SVG path, one unit per module. */
export function qrPath({ modules }: QrMatrix): string {
  return modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

/** The code as an SVG file, with its own white background. */
export function qrSvg(matrix: QrMatrix, logo?: Logo): string {
  const { size, hole } = matrix
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges">`,
    `<rect width="${size}" height="${size}" fill="#ffffff"/>`,
    `<path d="${qrPath(matrix)}" fill="#000000"/>`,
    hole && logo ? imageTag(logo, logoBox(hole, logo.ratio)) : '',
    '</svg>\n',
  ].join('')
}

function imageTag({ address }: Logo, { x, y, width, height }: ReturnType<typeof logoBox>): string {
  return `<image href="${address}" x="${x}" y="${y}" width="${width}" height="${height}"/>`
}

/**
 * The code as a PNG, `pixels` wide and high. A module is a whole
 * number of pixels; the rest goes to the quiet zone.
 */
export async function qrPng(matrix: QrMatrix, pixels: number, logo?: Logo): Promise<Blob> {
  const { modules, size, hole } = matrix
  const module = Math.floor(pixels / size)
  const margin = Math.floor((pixels - module * size) / 2)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  const draw = canvas.getContext('2d')!
  draw.fillStyle = '#ffffff'
  draw.fillRect(0, 0, pixels, pixels)
  draw.fillStyle = '#000000'
  for (const [y, row] of modules.entries())
    for (const [x, dark] of row.entries())
      if (dark) draw.fillRect(margin + x * module, margin + y * module, module, module)
  if (hole && logo) {
    const { x, y, width, height } = logoBox(hole, logo.ratio)
    const image = await pictureAt(logo.address)
    draw.drawImage(image, margin + x * module, margin + y * module, width * module, height * module)
  }
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  )
}

/** The longer side of a logo in pixels: sharp in a code of 20 cm. */
const LOGO_PIXELS = 512

/**
 * Reads a picture for codes. Throws if it can't be read: its address is wrong, or its server doesn't let other pages
 * read it (CORS).
 */
export async function readLogo(source: string): Promise<Logo> {
  const image = await pictureAt(source)
  const { naturalWidth, naturalHeight } = image
  const scale = Math.min(1, LOGO_PIXELS / Math.max(naturalWidth, naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(naturalHeight * scale))
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return { address: canvas.toDataURL('image/png'), ratio: naturalWidth / naturalHeight }
}

async function pictureAt(source: string): Promise<HTMLImageElement> {
  const image = Object.assign(new Image(), { crossOrigin: 'anonymous', referrerPolicy: 'no-referrer' })
  image.src = source
  await image.decode()
  return image
}
