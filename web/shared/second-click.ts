/**
 * True for the second click of a double click with a mouse. Some people double-click everything; the second
 * click was meant for what was under the pointer before. Two fast taps are two intended taps.
 */
export function isSecondClick(event: MouseEvent): boolean {
  return event.detail > 1 && (event as PointerEvent).pointerType === 'mouse'
}
