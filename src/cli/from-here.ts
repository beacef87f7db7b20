import path from 'node:path'

/** A file as who gave the command meant it: what runs us starts us in another folder. */
export function fromHere(file: string): string {
  return path.resolve(process.env.FASTI_CWD ?? '.', file)
}
