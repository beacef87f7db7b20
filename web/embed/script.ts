/** Where this script came from, and the key on its element. */
export interface Script {
  /** The origin of the service. */
  origin: string
  apiKey: string
}

/** Finds the element of this script. A module, or a script that was evaluated, has none: then by its address. */
export function findScript(): Script | undefined {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
  const byAddress = scripts.filter(({ src }) => /\/widget\.js([?#]|$)/.test(src))
  const script =
    scripts.find((one) => one === document.currentScript) ?? byAddress.find(keyOf) ?? byAddress[0]
  return script && { origin: new URL(script.src).origin, apiKey: keyOf(script) }
}

/** The API key of the script, or of a button that has its own: a page may show those of several publishers. */
export function keyOf(element: HTMLElement): string {
  return element.dataset['svcApiKey'] ?? element.dataset['svcApikey'] ?? ''
}
