const MAX_SHOWN = 100

/** Collects the faults of a file's lines, and prints the first ones when the progress bar is complete. */
export class Problems {
  private readonly first: string[] = []
  private count = 0
  private readonly file: string

  constructor(file: string) {
    this.file = file
  }

  add({ line, message }: { line: number; message: string }): void {
    if (++this.count <= MAX_SHOWN) this.first.push(`${this.file}:${line}: ${message}`)
  }

  print(): void {
    for (const text of this.first) console.error(text)
    if (this.count > MAX_SHOWN) console.error(`fasti: and ${this.count - MAX_SHOWN} more`)
  }
}
