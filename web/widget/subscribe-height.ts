/**
 * Reports the height that the page needs, in CSS pixels, now and after each change, for the dialog around it. A page
 * fills its window, so it is measured without that.
 */
export function reportHeight(report: (height: number) => void): void {
  const page = document.getElementById('page')!
  let last = 0
  let waiting = false
  const measure = () => {
    waiting = false
    const root = document.documentElement
    root.classList.add('measured')
    const height = Math.ceil(page.getBoundingClientRect().height)
    root.classList.remove('measured')
    if (height !== last) report((last = height))
  }
  const soon = () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(measure)
  }
  new MutationObserver(soon).observe(page, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
  addEventListener('resize', soon)
  // Logos; load events do not bubble.
  addEventListener('load', soon, true)
  measure()
}
