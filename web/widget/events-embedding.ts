import { useEffect } from 'preact/hooks'
import type { Frame } from '../shared/frame.ts'

/** Lets the page around give this one the room it needs, and shine through. */
export function useEmbedding(around: Frame): void {
  useEffect(() => {
    if (!around.embedded) return
    const page = document.getElementById('page')!
    const observer = new ResizeObserver(() => around.height(Math.ceil(page.getBoundingClientRect().height)))
    observer.observe(page)
    around.ready()
    return () => observer.disconnect()
  }, [])
}
