import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect } from 'react'

/** A window over the page. However it goes away, the focus returns to where it was before. */
export function Dialog(props: ModalProps) {
  useFocusReturn(props.opened)
  return <Modal closeButtonProps={{ 'aria-label': 'Close' }} {...props} returnFocus={false} />
}

/**
 * Mantine's own way needs a dialog that stays mounted, and an element that is still there afterwards: it knows
 * neither dialogs that are mounted when they are needed, nor rows that are deleted.
 */
function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const origin = document.activeElement
    return () => {
      const last = document.activeElement
      setTimeout(() => {
        const now = document.activeElement
        // Somebody else wanted the focus: a new page, or the next dialog.
        if (now !== null && now !== document.body && now !== last) return
        const isThere = origin instanceof HTMLElement && origin.isConnected && origin !== document.body
        const place = isThere ? origin : document.querySelector('h1')
        place?.focus({ preventScroll: true })
      })
    }
  }, [opened])
}
