import path from 'node:path'

/** Resolves a file name from the user's folder: npm runs us in another one. */
export function fromHere(file: string): string {
  return path.resolve(process.env.FASTI_CWD ?? '.', file)
}
