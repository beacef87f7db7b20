import type { MouseEvent } from 'react'

/**
 * Leaving a field can show or hide its error, which moves everything below. If that happened while a button
 * is held down, the button would move from under the pointer and the click would be lost. So the field keeps
 * the focus until the button is released, and loses it before the click is handled.
 * The theme gives these handlers to every button.
 */
export const BUTTON_PRESS = {
  onMouseDown(event: MouseEvent<HTMLElement>) {
    const form = event.currentTarget.closest('form')
    const field = document.activeElement
    if (form?.contains(field) && field?.matches('input, textarea, select')) event.preventDefault()
  },
  onClickCapture(event: MouseEvent<HTMLElement>) {
    // Enter in a field also clicks the form's main button, with
    // `detail` 0. The focus stays in the field then.
    const pressed = event.detail > 0
    if (pressed && event.currentTarget.closest('form')) event.currentTarget.focus({ preventScroll: true })
  },
}

/**
 * A menu closes as soon as an item is chosen, so a dialog that the item opens could not return the focus to
 * it. So the focus moves to the menu's button before the item's handler runs.
 * The theme gives this handler to every menu.
 */
export const MENU_CHOICE = {
  onClickCapture({ currentTarget: menu, target }: MouseEvent<HTMLElement>) {
    if (!(target instanceof Element) || !target.closest('[role=menuitem]')) return
    document.getElementById(menu.getAttribute('aria-labelledby') ?? '')?.focus({ preventScroll: true })
  },
}
