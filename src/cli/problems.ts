const SHOWN = 100

/** What is wrong with the lines of a file. The first ones are told, when no progress bar stands in the way. */
export class Problems {
  private readonly first: string[] = []
  private count = 0
  private readonly file: string

  constructor(file: string) {
    this.file = file
  }

  add({ line, message }: { line: number; message: string }): void {
    if (++this.count <= SHOWN) this.first.push(`${this.file}:${line}: ${message}`)
  }

  print(): void {
    for (const text of this.first) console.error(text)
    if (this.count > SHOWN) console.error(`fasti: and ${this.count - SHOWN} more`)
  }
}
