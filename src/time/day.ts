import { utcToLocal } from './zone.ts'

/** True for an existing day as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? []
  if (!year || !month || !day) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  // Date rolls 31 February over into March, and reads years below 100 as 19xx.
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The local day in a zone at an instant (epoch ms), as YYYY-MM-DD. */
export function dayAt(zone: string, time: number): string {
  return new Date(utcToLocal(zone, time)).toISOString().slice(0, 10)
}

/** Whole years from one day to another. From 29 February, years are complete on 1 March. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

/** Adds a number of months; a day that the month lacks becomes its last one. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10)
}

/** Adds a number of days, which may be negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
