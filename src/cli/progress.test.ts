import { expect, it } from 'vitest'
import { startProgress } from './progress.ts'

function shown(isTTY: boolean, total: number, steps: number[]): string[] {
  const written: string[] = []
  const show = startProgress('Importing', total, { isTTY, write: (text: string) => written.push(text) > 0 })
  for (const done of steps) show(done)
  return written
}

it('grows a bar in place where somebody watches', () => {
  expect(shown(true, 4, [1, 4])).toEqual([
    `\rImporting ${'█'.repeat(8)}${'░'.repeat(22)} 25 % (1 of 4)`,
    `\rImporting ${'█'.repeat(30)} 100 % (4 of 4)\n`,
  ])
})

it('writes a line for every tenth where nobody does', () => {
  expect(shown(false, 1000, [50, 150, 160, 450, 1000])).toEqual([
    'Importing 15 % (150 of 1000)\n',
    'Importing 45 % (450 of 1000)\n',
    'Importing 100 % (1000 of 1000)\n',
  ])
})
