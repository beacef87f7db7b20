/** The origin of this script, and the API key on its element. */
export interface Script {
  /** The origin of the service. */
  origin: string
  apiKey: string
}

/** Finds the element of this script. For a module or an evaluated script it is found by its URL. */
export function findScript(): Script | undefined {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
  const byAddress = scripts.filter(({ src }) => /\/widget\.js([?#]|$)/.test(src))
  const script =
    scripts.find((one) => one === document.currentScript) ?? byAddress.find(keyOf) ?? byAddress[0]
  return script && { origin: new URL(script.src).origin, apiKey: keyOf(script) }
}

/** The API key on the script or on a button: a page may have buttons of several publishers. */
export function keyOf(element: HTMLElement): string {
  return element.dataset['svcApiKey'] ?? element.dataset['svcApikey'] ?? ''
}
