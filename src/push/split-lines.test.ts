import { expect, it } from 'vitest'
import { splitLines } from './split-lines.ts'

async function* pieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

it('splitLines splits a text, and skips lines that are too long', async () => {
  const text = `one\n\n${'x'.repeat(1_200_000)}\ntwo\n  \nthree`
  const expected = [
    { line: 1, text: 'one' },
    { line: 3, text: null },
    { line: 4, text: 'two' },
    { line: 6, text: 'three' },
  ]
  for (const size of [70_000, 5_000_000]) {
    expect((await Array.fromAsync(splitLines(pieces(text, size)))).flat()).toEqual(expected)
  }
})
