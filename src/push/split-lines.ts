/** Characters of a line. More could never be sent. */
const MAX_LINE = 1_000_000

/** A line of a file, from 1; null where it is too long to be read. */
export interface SplitLine {
  line: number
  text: string | null
}

/** Takes a text of any size apart into its lines while it is read. Those without anything in them are left out. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<SplitLine[]> {
  let rest = ''
  let tooLong = false
  let line = 0
  const finish = (text: string): SplitLine => {
    const whole = tooLong || text.length > MAX_LINE ? null : text
    tooLong = false
    return { line: ++line, text: whole }
  }
  const isSomething = ({ text }: SplitLine) => text === null || text.trim() !== ''
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!
    yield parts.map(finish).filter(isSomething)
    if (rest.length > MAX_LINE) {
      rest = ''
      tooLong = true
    }
  }
  yield [finish(rest)].filter(isSomething)
}
