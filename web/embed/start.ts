/** Calls now and, while the page is still being read, whenever more of it has come. Answers how to stop. */
export function whileParsing(call: () => void): () => void {
  call()
  if (document.readyState !== 'loading') return () => {}
  const parts = new MutationObserver(call)
  parts.observe(document, { childList: true, subtree: true })
  const stop = () => {
    parts.disconnect()
    document.removeEventListener('DOMContentLoaded', finish)
  }
  const finish = () => {
    stop()
    call()
  }
  document.addEventListener('DOMContentLoaded', finish)
  return stop
}
