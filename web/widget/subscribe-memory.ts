const KEY = 'fasti-email'

/**
 * Returns the address that the person has this device remember; undefined if there is none. In the frame of another
 * site, browsers keep it for that site alone, or refuse: then nothing is remembered.
 */
export function rememberedEmail(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers an address on this device; undefined forgets it. */
export function rememberEmail(email: string | undefined): void {
  try {
    if (email === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, email)
  } catch {
    // The browser keeps nothing here.
  }
}
