import { locale } from '../kit/format.ts'

const seconds = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

/** `12 Apr 2027, 15:00:04`, in the viewer's own zone: for what comes many times a minute. */
export function exactly(iso: string): string {
  return seconds.format(new Date(iso))
}
