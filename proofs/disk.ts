import { diskDamaged } from './disk-damaged.ts'
import { diskFull } from './disk-full.ts'
import { diskLocked } from './disk-locked.ts'
import { diskReadOnly } from './disk-read-only.ts'
import { diskVanished } from './disk-vanished.ts'
import { CannotProve, type Options, type Outcome, type Proof, together } from './proof.ts'

/** What can become of a disk, one after the other. */
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
  async run(options) {
    const outcomes: Outcome[] = []
    for (const [name, run] of Object.entries(PARTS)) {
      options.progress(name)
      outcomes.push(await runPart(name, run, options))
    }
    return together(outcomes)
  },
}

/** A part that can't be shown here is named, and keeps nothing else from being shown. */
async function runPart(
  name: string,
  run: (options: Options) => Promise<Outcome>,
  options: Options,
): Promise<Outcome> {
  try {
    const { figures, broken } = await run(options)
    return { figures, broken: broken.map((what) => `${name}: ${what}`) }
  } catch (error) {
    if (!(error instanceof CannotProve)) throw error
    return { figures: { [`(${name} skipped: ${error.message})`]: 0 }, broken: [] }
  }
}
