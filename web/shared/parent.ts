/** The colours of a button in each scheme: the publisher's, made readable, and its ground, with text on them. */
export type ButtonColors = Record<
  'light' | 'dark',
  { accent: string; accentInk: string; ground: string; ink: string }
>

/**
 * The messages from a page in a frame to the embed script in the host page. They contain no personal data.
 */
export type FrameMessage = { source: 'fasti' } & (
  | {
      type: 'status'
      widgetId: string
      ok: boolean
      reason?: string
      widgetType?: string
      colors?: ButtonColors
    }
  | { type: 'ready' }
  | { type: 'close' }
  | { type: 'done' }
  | { type: 'height'; height: number }
  | { type: 'subscribe'; calendarIds: string[] }
)

export type Message = FrameMessage extends infer One
  ? One extends unknown
    ? Omit<One, 'source'>
    : never
  : never

/** Posts to the host page, if there is one and it has passed its origin. */
export function tellParent(origin: string | null, message: Message): void {
  if (window.parent === window || !origin) return
  try {
    // A page without an origin (a file, a sandbox) can't be addressed. The messages have nothing private.
    window.parent.postMessage({ source: 'fasti', ...message }, origin === 'null' ? '*' : origin)
  } catch {
    // the passed origin is invalid
  }
}

export function readParams(query: string, fragment: string): URLSearchParams {
  const params = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(fragment.replace(/^#/, ''))) params.set(name, value)
  return params
}
