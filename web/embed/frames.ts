import type { FrameMessage } from '../shared/parent.ts'

/** How long a page of ours may take until it says something. */
export const PATIENCE_MS = 15_000

/** What the page around is, for a frame to answer to; `null` as a text for a file or a sandbox. */
export const pageOrigin = window.origin

/** Hears what the page in this very frame says, as long as that page is of the service. Answers how to stop. */
export function listenTo(
  frame: HTMLIFrameElement,
  service: string,
  hear: (message: FrameMessage) => void,
): () => void {
  const listener = ({ origin, source, data }: MessageEvent<Partial<FrameMessage> | null>) => {
    if (origin !== service || source === null || source !== frame.contentWindow) return
    if (data?.source === 'fasti') hear(data as FrameMessage)
  }
  addEventListener('message', listener)
  return () => removeEventListener('message', listener)
}

/** A frame for a page of the service. Styles are set on it one by one: a strict CSP forbids the attribute. */
export function createFrame(title: string, styles: Record<string, string>): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.referrerPolicy = 'no-referrer'
  for (const [name, value] of Object.entries(styles)) frame.style.setProperty(name, value, 'important')
  return frame
}
