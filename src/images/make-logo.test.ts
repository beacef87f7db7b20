import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { chunk, GIF, header, jpeg, paddedPng, plain, png, pngOf, SVG } from '../../test/support/pictures.ts'
import { type LogoRule, makeLogo } from './make-logo.ts'

const EXACT: LogoRule = { maxBytes: 102_400, exact: true }
const ANY: LogoRule = { maxBytes: 2 * 2 ** 20, exact: false }
const MARK = 'PRIVATE-MARK'

async function pixelsOf(file: Buffer, rule: LogoRule = ANY) {
  const { png, reason } = await makeLogo(file, rule)
  expect(reason).toBeUndefined()
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { format } = await sharp(png).metadata()
  expect([format, info.width, info.height]).toEqual(['png', 100, 100])
  return {
    png: png!,
    at: (x: number, y: number) => [...data.subarray((y * 100 + x) * 4, (y * 100 + x) * 4 + 4)],
  }
}

const GOOD: [string, Buffer][] = [
  ['PNG', png(100, 100)],
  ['PNG of exactly 100 KB', paddedPng(102_400)],
  ['PNG of 256 colours', await plain(100, 100).png({ palette: true }).toBuffer()],
  ['PNG in grey', await plain(100, 100).greyscale().png().toBuffer()],
  ['PNG of 16 bits', await plain(100, 100).toColourspace('rgb16').png().toBuffer()],
  ['PNG in seven passes', await plain(100, 100).png({ progressive: true }).toBuffer()],
  ['JPEG', await jpeg(100, 100)],
  ['JPEG in passes', await plain(100, 100).jpeg({ progressive: true }).toBuffer()],
  ['JPEG for print', await plain(100, 100).toColourspace('cmyk').jpeg().toBuffer()],
]

describe('a logo', () => {
  it.each(GOOD)('is made of a %s', async (_, file) => {
    const { png } = await pixelsOf(file, EXACT)
    expect(png.length).toBeLessThan(EXACT.maxBytes)
  })

  it('stays under 100 KB with any content', async () => {
    const noise = crypto.getRandomValues(Buffer.alloc(40_000))
    const file = await sharp(noise, { raw: { width: 100, height: 100, channels: 4 } })
      .png()
      .toBuffer()
    expect((await pixelsOf(file, EXACT)).png.length).toBeLessThan(EXACT.maxBytes)
  })

  it.each([
    [1, 1],
    [16, 16],
    [640, 480],
    [3000, 4000],
    [8192, 2048],
    [1, 8192],
  ])('of %i×%i becomes a square when it may', async (width, height) => {
    await pixelsOf(await jpeg(width, height))
  })

  it('keeps its proportions, with transparent margins', async () => {
    const { at } = await pixelsOf(await plain(400, 200, '#ff0000').png().toBuffer())
    expect([at(50, 10)[3], at(50, 90)[3]]).toEqual([0, 0])
    expect(at(50, 50)).toEqual([255, 0, 0, 255])
    expect(at(1, 50)).toEqual([255, 0, 0, 255])
  })

  it('has the orientation of the camera', async () => {
    const top = await plain(200, 100, '#ff0000').png().toBuffer()
    const picture = plain(200, 200, '#0000ff').composite([{ input: top, top: 0, left: 0 }])
    const upsideDown = await picture.jpeg().withMetadata({ orientation: 3 }).toBuffer()
    const { at } = await pixelsOf(upsideDown)
    expect(at(50, 90)[0]).toBeGreaterThan(200)
    expect(at(50, 10)[2]).toBeGreaterThan(200)
  })

  it('contains no other data of the file', async () => {
    const text = chunk('tEXt', Buffer.from(`Comment\0${MARK}`))
    const files = [
      png(100, 100, undefined, [text]),
      Buffer.concat([png(100, 100), Buffer.from(`<script>${MARK}</script>`)]),
      Buffer.concat([await jpeg(100, 100), Buffer.from(`PK\x03\x04${MARK}`)]),
      await plain(100, 100)
        .withExif({ IFD0: { Copyright: MARK }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
        .jpeg()
        .toBuffer(),
      await plain(100, 100)
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${MARK}</x:xmpmeta>`)
        .jpeg()
        .toBuffer(),
    ]
    for (const file of files) {
      expect(file.includes(MARK) || file.includes('Exif')).toBe(true)
      const { png } = await pixelsOf(file, EXACT)
      expect(png.includes(MARK)).toBe(false)
      const { exif, icc, xmp, iptc, comments } = await sharp(png).metadata()
      expect({ exif, icc, xmp, iptc, comments }).toEqual({})
    }
  })
})

const NOT_AN_IMAGE = 'must be a PNG or JPEG image'
const DAMAGED = 'must be a whole image; this one is damaged'
const TOO_LARGE = 'must have sides of at most 8192 pixels, and 16 million pixels in all'
const frames = Buffer.alloc(8)
frames.writeUInt32BE(2)
const whole = png(100, 100)
const wholeJpeg = await jpeg(640, 480)

const BAD: [string, Buffer, string][] = [
  ['nothing', Buffer.alloc(0), NOT_AN_IMAGE],
  ['one byte', Buffer.from([0x89]), NOT_AN_IMAGE],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), NOT_AN_IMAGE],
  ['an SVG', SVG, NOT_AN_IMAGE],
  ['a GIF', GIF, NOT_AN_IMAGE],
  ['a WebP', await plain(100, 100).webp().toBuffer(), NOT_AN_IMAGE],
  ['a TIFF', await plain(100, 100).tiff().toBuffer(), NOT_AN_IMAGE],
  ['a PDF', Buffer.from('%PDF-1.7\n'), NOT_AN_IMAGE],
  ['a page with a PNG behind it', Buffer.concat([Buffer.from('<html>'), whole]), NOT_AN_IMAGE],
  ['a GIF with a PNG behind it', Buffer.concat([GIF, whole]), NOT_AN_IMAGE],
  ['an animated PNG', png(100, 100, undefined, [chunk('acTL', frames)]), 'must not be animated'],
  ['a signature alone', whole.subarray(0, 8), DAMAGED],
  ['a PNG cut in its head', whole.subarray(0, 20), DAMAGED],
  ['a PNG cut in its picture', whole.subarray(0, whole.length - 30), DAMAGED],
  ['a JPEG of three bytes', wholeJpeg.subarray(0, 3), DAMAGED],
  ['half a JPEG', wholeJpeg.subarray(0, wholeJpeg.length / 2), DAMAGED],
  ['a JPEG without its end', wholeJpeg.subarray(0, wholeJpeg.length - 40), DAMAGED],
  ['a PNG that is SVG inside', Buffer.concat([whole.subarray(0, 8), SVG]), DAMAGED],
  ['a JPEG that is a page inside', Buffer.concat([wholeJpeg.subarray(0, 4), Buffer.from('<html>')]), DAMAGED],
  ['a PNG of no pixels', png(1, 1, { width: 0, height: 0 }), DAMAGED],
  ['a PNG with a wrong checksum', Buffer.concat([whole.subarray(0, 30), whole.subarray(29)]), DAMAGED],
  ['1 pixel that says it is 65,535×65,535', png(1, 1, { width: 65_535, height: 65_535 }), TOO_LARGE],
  ['1 pixel that says it is a million wide', png(1, 1, { width: 1_000_000, height: 1 }), TOO_LARGE],
  ['1 pixel that says it is 2^31 wide', png(1, 1, { width: 2 ** 31 - 1, height: 1 }), DAMAGED],
  ['1 pixel that says it is 4096×4096', png(1, 1, { width: 4096, height: 4096 }), DAMAGED],
  ['more than 16 million pixels', await jpeg(4097, 4096), TOO_LARGE],
  ['a side of 8193 pixels', await jpeg(8193, 1), TOO_LARGE],
]

describe('no logo is made of', () => {
  it.each(BAD)('%s', async (_, file, reason) => {
    expect(await makeLogo(file, ANY)).toMatchObject({ reason })
  })

  it.each([
    ['99×100', png(99, 100), 'must have 100×100 pixels, not 99×100'],
    ['101×101', png(101, 101), 'must have 100×100 pixels, not 101×101'],
    [
      '65,535×65,535',
      png(1, 1, { width: 65_535, height: 65_535 }),
      'must have 100×100 pixels, not 65535×65535',
    ],
    ['more than 100 KB', paddedPng(102_401), 'must have at most 100 KB'],
    ['nothing, and too much of it', Buffer.alloc(102_401), 'must have at most 100 KB'],
  ])('%s where the size is fixed', async (_, file, reason) => {
    expect(await makeLogo(file, EXACT)).toMatchObject({ reason })
  })

  it('more than 2 MB', async () => {
    expect(await makeLogo(paddedPng(2 * 2 ** 20 + 1), ANY)).toMatchObject({
      reason: 'must have at most 2 MB',
    })
  })

  it('a decompression bomb', async () => {
    const zeros = deflateSync(Buffer.alloc(1_000_000_000))
    const profile = Buffer.concat([Buffer.from('icc\0\0'), zeros])
    const picture = chunk('IDAT', deflateSync(Buffer.alloc(100 * 401)))
    const bombs = [
      pngOf(header(100, 100), chunk('IDAT', zeros)),
      pngOf(header(100, 100), chunk('iCCP', profile), picture),
      pngOf(header(100, 100), chunk('zTXt', profile), picture),
    ]
    for (const bomb of bombs) {
      const before = process.memoryUsage().rss
      const made = await makeLogo(bomb, ANY)
      // The valid part of an image may be used, but not the bomb.
      expect(made.png?.length ?? 0).toBeLessThan(1000)
      // Other tests also use memory in this process; decompressed it would be 1 GB.
      expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000)
    }
  })

  it('a JPEG of thousands of passes', async () => {
    const file = await plain(4000, 4000, '#fff').jpeg({ progressive: true }).toBuffer()
    const end = file.subarray(-2)
    const pass = file.subarray(file.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    const passes = Array<Buffer>(Math.floor(1_900_000 / pass.length)).fill(pass)
    const made = await makeLogo(Buffer.concat([file.subarray(0, -2), ...passes, end]), ANY)
    expect(made).toMatchObject({ reason: DAMAGED })
  })
})
