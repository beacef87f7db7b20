/** Lets one wait until another rings. A ring while nobody waits is kept for who waits next. */
export class Bell {
  #rung = false
  #answer: () => void = () => {}

  ring(): void {
    this.#rung = true
    this.#answer()
  }

  /** Waits at most so many milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, ms)
        this.#answer = () => {
          clearTimeout(timer)
          done()
        }
      })
    }
    this.#rung = false
  }
}
