/** Maximum characters of a line. A longer record could not be sent. */
const MAX_LINE = 1_000_000

/** A line and its number from 1; the text is null if it is too long. */
export interface SplitLine {
  line: number
  text: string | null
}

/** Splits a text of any size into lines while it is read. Skips blank lines. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<SplitLine[]> {
  let rest = ''
  let tooLong = false
  let line = 0
  const finish = (text: string): SplitLine => {
    const whole = tooLong || text.length > MAX_LINE ? null : text
    tooLong = false
    return { line: ++line, text: whole }
  }
  const isNotBlank = ({ text }: SplitLine) => text === null || text.trim() !== ''
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!
    yield parts.map(finish).filter(isNotBlank)
    if (rest.length > MAX_LINE) {
      rest = ''
      tooLong = true
    }
  }
  yield [finish(rest)].filter(isNotBlank)
}
