import type { MouseEvent } from 'react'

/**
 * Leaving a field can move what is below it: the field's fault goes away, or a new one comes. If that
 * happened while a button is held down, the button would move away and the press would count for nothing.
 * So the field keeps the focus while a button of its form is held down, and loses it before the click counts.
 * The theme gives these handlers to every button.
 */
export const BUTTON_PRESS = {
  onMouseDown(event: MouseEvent<HTMLElement>) {
    const form = event.currentTarget.closest('form')
    const field = document.activeElement
    if (form?.contains(field) && field?.matches('input, textarea, select')) event.preventDefault()
  },
  onClickCapture(event: MouseEvent<HTMLElement>) {
    // Enter in a field clicks the form's main button too, without a press. The focus stays in the field then.
    const pressed = event.detail > 0
    if (pressed && event.currentTarget.closest('form')) event.currentTarget.focus({ preventScroll: true })
  },
}

/**
 * A menu goes away as soon as one of its items is chosen, and a dialog that the item opens would find nothing
 * to return the focus to. So the focus goes back to the menu's button before the item does its work.
 * The theme gives this handler to every menu.
 */
export const MENU_CHOICE = {
  onClickCapture({ currentTarget: menu, target }: MouseEvent<HTMLElement>) {
    if (!(target instanceof Element) || !target.closest('[role=menuitem]')) return
    document.getElementById(menu.getAttribute('aria-labelledby') ?? '')?.focus({ preventScroll: true })
  },
}
