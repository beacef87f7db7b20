/** What a page of ours in a frame tells the embed script on the page around it. Nothing in it is personal. */
export type FrameMessage = { source: 'fasti' } & (
  | { type: 'status'; widgetId: string; ok: boolean; reason?: string; widgetType?: string }
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

/** Posts to the page around, where there is one and it said its origin. */
export function tellParent(origin: string | null, message: Message): void {
  if (window.parent === window || !origin) return
  try {
    // A page without an origin (a file, a sandbox) can't be named. It is told nothing that others may not hear.
    window.parent.postMessage({ source: 'fasti', ...message }, origin === 'null' ? '*' : origin)
  } catch {
    // what was passed is no origin
  }
}

export function readParams(query: string, fragment: string): URLSearchParams {
  const params = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(fragment.replace(/^#/, ''))) params.set(name, value)
  return params
}
