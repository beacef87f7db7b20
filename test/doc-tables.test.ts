import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filesWithTables } from '../scripts/doc-tables.ts'

it('has the tables that the source gives; if not, run: node scripts/doc-tables.ts', async () => {
  for (const { file, text } of await filesWithTables()) expect(readFileSync(file, 'utf8'), file).toBe(text)
})
