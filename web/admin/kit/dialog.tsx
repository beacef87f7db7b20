import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import { words } from '../words/index.ts'

/** A window over the page. When it closes, the focus returns to where it was before. */
export function Dialog(props: ModalProps) {
  useFocusReturn(props.opened)
  return <Modal closeButtonProps={{ 'aria-label': words.kit.close }} {...props} returnFocus={false} />
}

/** The last line of a dialog: the button that closes it, then its action. */
export function DialogButtons({
  onClose,
  close = words.kit.cancel,
  children,
}: {
  onClose: () => void
  /** The word of the first button. */
  close?: string
  children: ReactNode
}) {
  return (
    <Group justify="flex-end" mt="xs">
      <Button variant="default" onClick={onClose}>
        {close}
      </Button>
      {children}
    </Group>
  )
}

/**
 * Mantine returns the focus only if the dialog stays mounted and the element that opened it still exists.
 * Here dialogs are mounted when they open, and deleting a row removes the button that opened its dialog.
 */
function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const origin = document.activeElement
    return () => {
      const last = document.activeElement
      setTimeout(() => {
        const now = document.activeElement
        // Something else has taken the focus: a new page, or the next dialog.
        if (now !== null && now !== document.body && now !== last) return
        const isThere = origin instanceof HTMLElement && origin.isConnected && origin !== document.body
        const place = isThere ? origin : document.querySelector('h1')
        place?.focus({ preventScroll: true })
      })
    }
  }, [opened])
}
