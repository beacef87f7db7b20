import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { backup } from '../../proofs/backup.ts'
import { diskFull } from '../../proofs/disk-full.ts'
import { diskLocked } from '../../proofs/disk-locked.ts'
import { diskVanished } from '../../proofs/disk-vanished.ts'
import { onDisk, traceAnswers } from '../../proofs/on-disk.ts'
import { expectKept } from './kept.ts'

const PATIENT = { timeout: 240_000 }

it('has on disk what it acknowledges', PATIENT, async (context) => {
  expect(await expectKept(context, onDisk, 6)).toMatchObject({ acknowledged: 6 })
})

it('would be caught if it did not wait for the disk', PATIENT, async (context) => {
  const noSync = fileURLToPath(new URL('../../proofs/no-sync.ts', import.meta.url))
  await expectKept(
    context,
    {
      async run(options) {
        const { figures, broken } = await traceAnswers(options, ['--import', noSync])
        expect(broken).toHaveLength(3)
        expect(figures).toMatchObject({ syncs: 0 })
        return { figures, broken: [] }
      },
    },
    3,
  )
})

// Starts with a damaged file, or on a disk that may not be written to, are tested in test/cli/start.test.ts.
it.for([
  ['is full', diskFull],
  ['is locked by another program', diskLocked],
  ['is gone', diskVanished],
] as const)('answers plainly and goes on by itself when its disk %s', PATIENT, async ([, run], context) => {
  await expectKept(context, { run }, 1)
})

it('is backed up while it is written to, as of one moment', PATIENT, async (context) => {
  expect(await expectKept(context, backup, 1)).toMatchObject({ backups: 1 })
})
