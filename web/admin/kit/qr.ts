import { encode } from 'uqr'

/** A QR code with its quiet zone: `modules[y][x]` is dark where true. */
export interface QrMatrix {
  size: number
  modules: boolean[][]
}

/** The width of the quiet zone in modules, from ISO 18004. */
const QUIET_ZONE = 4

/** Error correction level M survives a scratch or a fold without many more modules. */
export function qrMatrix(text: string): QrMatrix {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: 'M' })
  return { size, modules: data }
}

/** All dark modules as one SVG path, one unit per module. */
export function qrPath({ modules }: QrMatrix): string {
  return modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

/** The code as an SVG file, with its own white background. */
export function qrSvg(text: string): string {
  const matrix = qrMatrix(text)
  const { size } = matrix
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges">`,
    `<rect width="${size}" height="${size}" fill="#ffffff"/>`,
    `<path d="${qrPath(matrix)}" fill="#000000"/>`,
    '</svg>\n',
  ].join('')
}

/**
 * The code as a PNG, `pixels` wide and high. A module is a whole
 * number of pixels; the rest goes to the quiet zone.
 */
export function qrPng(text: string, pixels: number): Promise<Blob> {
  const { modules, size } = qrMatrix(text)
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
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  )
}
