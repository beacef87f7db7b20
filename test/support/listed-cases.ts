import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The contents of a package of test cases; undefined: it is not installed. */
export function casesOf(name: string): unknown {
  try {
    return require(name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
