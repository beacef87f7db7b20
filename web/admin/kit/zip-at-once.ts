import { strToU8, type Zippable, zipSync } from 'fflate/browser'

/**
 * The part of fflate that write-excel-file uses, without the workers that it compresses in: it makes them of texts, which
 * the content security policy of the pages refuses. vite.config.ts puts this in its place.
 */
export { strToU8, zipSync }

/** Like `zip` of fflate. */
export function zip(files: Zippable, done: (error: unknown, archive: Uint8Array | null) => void): void {
  try {
    done(null, zipSync(files))
  } catch (error) {
    done(error, null)
  }
}
