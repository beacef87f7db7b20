import { diskDamaged } from './disk-damaged.ts'
import { diskFull } from './disk-full.ts'
import { diskLocked } from './disk-locked.ts'
import { diskReadOnly } from './disk-read-only.ts'
import { diskVanished } from './disk-vanished.ts'
import { inParts, type Options, type Outcome, type Proof } from './proof.ts'

/** The faults that a disk can have, one after the other. */
const PARTS: Record<string, (options: Options) => Promise<Outcome>> = {
  full: diskFull,
  'read-only': diskReadOnly,
  locked: diskLocked,
  damaged: diskDamaged,
  vanished: diskVanished,
}

export const disk: Proof = {
  promise:
    'a disk that is full, read-only or gone, a file that is locked or damaged: plain errors, nothing half done',
  times: 3,
  run: (options) => inParts(options, PARTS),
}
