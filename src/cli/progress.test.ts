import { expect, it } from 'vitest'
import { describePace, describeSeconds, startProgress } from './progress.ts'

function shown(isTTY: boolean, total: number, steps: number[]): string[] {
  const written: string[] = []
  const show = startProgress('Importing', total, { isTTY, write: (text: string) => written.push(text) > 0 })
  for (const done of steps) show(done)
  return written
}

it('shows a growing bar on a terminal', () => {
  expect(shown(true, 4, [1, 4])).toEqual([
    `\rImporting ${'█'.repeat(8)}${'░'.repeat(22)} 25 % (1 of 4)\u001b[K`,
    `\rImporting ${'█'.repeat(30)} 100 % (4 of 4)\u001b[K\n`,
  ])
})

it('writes a line for every tenth otherwise', () => {
  expect(shown(false, 1000, [50, 150, 160, 450, 1000])).toEqual([
    'Importing 15 % (150 of 1000)\n',
    'Importing 45 % (450 of 1000)\n',
    'Importing 100 % (1000 of 1000)\n',
  ])
})

it('shows its end once', () => {
  expect(shown(true, 4, [4, 4, 4])).toHaveLength(1)
  expect(shown(false, 4, [4, 4, 4])).toHaveLength(1)
})

it('shows the rate and the remaining time', () => {
  expect(describePace('records', 12_000, 0.25, 25)).toBe('12,000 records, 480/s, 2 min left')
  expect(describePace('records', 0, 0, 0)).toBe('0 records')
  expect(describePace('records', 10, 1, 5)).toBe('10 records, 2/s')
  expect([0.2, 59.5, 61, 3600, 7500].map(describeSeconds)).toEqual([
    '1 s',
    '60 s',
    '2 min',
    '1 h 0 min',
    '2 h 5 min',
  ])
})
