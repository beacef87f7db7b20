import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitRows } from './split-rows.ts'

async function* pieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function rows(text: string, size = text.length || 1) {
  return (await Array.fromAsync(splitRows(pieces(text, size)))).flat()
}

describe('splitRows', () => {
  it('splits a table, with the first line of each row', async () => {
    const text = 'a;b\n 1 ; "x;""y""\nz" \n\n;\n2;q"u"o\n3;'
    const expected = [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', 'x;"y"\nz'] },
      { line: 6, cells: ['2', 'q"u"o'] },
      { line: 7, cells: ['3', ''] },
    ]
    for (const size of [1, 2, 3, 7, 100]) expect(await rows(text, size)).toEqual(expected)
  })

  it.each([
    ['commas', 'a,b\n1;1,2', ['1;1', '2']],
    ['tabs', 'a\tb\n1,1\t"2\t"', ['1,1', '2']],
    ['what the first line says', 'sep=|\na|b\n1|2', ['1', '2']],
  ])('separates cells by %s', async (_, text, cells) => {
    expect((await rows(text)).at(-1)!.cells).toEqual(cells)
  })

  it('returns faults of unreadable rows, and continues with the next line', async () => {
    const text = 'a,b\n1,"x" y\n2,ok\n3,"open\n4,ok\n'
    for (const size of [1, 5, 100]) {
      expect(await rows(text, size)).toEqual([
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: expect.anything(), fault: expect.stringContaining('closing quote') },
        { line: 3, cells: ['2', 'ok'] },
        { line: 4, cells: ['3'], fault: expect.stringContaining('does not close') },
        { line: 5, cells: ['4', 'ok'] },
      ])
    }
  })

  it('limits the length of a row', async () => {
    const text = `a,b\n1,"${'x\n'.repeat(600_000)}\n2,${'y'.repeat(1_100_000)}\n3,ok\n`
    const read = await rows(text, 50_000)
    expect(read.filter(({ fault }) => fault).map(({ line }) => line)).toEqual([2, 600_003])
    expect(read.at(-1)).toEqual({ line: 600_004, cells: ['3', 'ok'] })
  })

  it('reads a row without quotes as it reads one with them', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\u00a0', ';', '|', 'é', '\r') })
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1 }), async (cells) => {
        const line = cells.join(',')
        // The second row has a quote, which csv-parse reads, and for the rest the same cells.
        const read = await rows(`x,y\n.,${line}\n.,${line},"."\n`)
        expect([...read[1]!.cells, '.']).toEqual(read[2]!.cells)
      }),
    )
  })

  it('reads the same rows from chunks of any size', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'é') })
      .map((text) => text.trim())
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (cells, size) => {
        const quoted = cells.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
        const read = await rows(`x,y,z\n${quoted.join('\n')}`, size)
        const some = cells.filter((row) => row.some((text) => text !== ''))
        expect(read.slice(1).map((row) => row.cells)).toEqual(some)
      }),
    )
  })
})
