const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const TIME = '\\d\\d:\\d\\d:\\d\\d'
/** The three forms of RFC 9110, 5.6.7: the one of today and two old ones. */
const FORMS = [
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d ${MONTH} \\d{4} ${TIME} GMT$`),
  new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d\\d-${MONTH}-\\d\\d ${TIME} GMT$`),
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`),
]

/** Epoch ms of an HTTP date; undefined for any other text. A recipient must ignore those (RFC 9110, 13.1.3). */
export function readHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !FORMS.some((form) => form.test(text))) return undefined
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  // Date.parse reads 31 February as 3 March.
  const exists = !FORMS[0]!.test(text) || new Date(time).toUTCString() === text
  return Number.isNaN(time) || !exists ? undefined : time
}
