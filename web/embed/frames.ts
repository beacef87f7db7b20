import type { FrameMessage } from '../shared/parent.ts'

/** How long a page of the service may take until its first message. */
export const TIMEOUT_MS = 15_000

/** The origin that frames post their messages to; the string `null` for a file or a sandbox. */
export const pageOrigin = window.origin

/** Listens to messages from a frame while it shows a page of the service. Returns a function to stop. */
export function listenTo(
  frame: HTMLIFrameElement,
  service: string,
  onMessage: (message: FrameMessage) => void,
): () => void {
  const listener = ({ origin, source, data }: MessageEvent<Partial<FrameMessage> | null>) => {
    if (origin !== service || source === null || source !== frame.contentWindow) return
    if (data?.source === 'fasti') onMessage(data as FrameMessage)
  }
  addEventListener('message', listener)
  return () => removeEventListener('message', listener)
}

/** A frame for a page of the service. Styles are set by script: a strict CSP forbids the attribute. */
export function createFrame(title: string, styles: Record<string, string>): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.referrerPolicy = 'no-referrer'
  for (const [name, value] of Object.entries(styles)) frame.style.setProperty(name, value, 'important')
  return frame
}
