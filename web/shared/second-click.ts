/**
 * Whether a click is the second half of a double click, which some people do everywhere: it was meant for what
 * stood here before. Fingers do not; they are only fast.
 */
export function isSecondClick(event: MouseEvent): boolean {
  return event.detail > 1 && (event as PointerEvent).pointerType === 'mouse'
}
