import { actingIn } from '../kit/api.ts'

/** By publisher. Until the page is loaded again: a place of last week is likely the wrong one. */
const places = new Map<number, string>()

/** The place of the public event that was saved last, for the form of the next one. */
export function lastPlace(): string {
  return places.get(actingIn() ?? 0) ?? ''
}

export function rememberPlace(place: string): void {
  places.set(actingIn() ?? 0, place)
}
