import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareThunderbird } from '../applications/thunderbird.ts'
import { temporaryFolder } from '../processes.ts'
import { connectMarionette } from './marionette.ts'
import { countOctets, type Device, type Program } from './program.ts'

const START_LIMIT_MS = 300_000
const LIMIT_MS = 60_000

const IMPORTS = `
  const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs")
  const ours = () => cal.manager.getCalendars().filter(calendar =>
    calendar.type === "caldav" && !calendar.getProperty("disabled"))
  const silent = Object.fromEntries(["onStartBatch", "onEndBatch", "onLoad", "onAddItem", "onModifyItem", "onDeleteItem",
    "onError", "onPropertyChanged", "onPropertyDeleting"].map(name => [name, () => {}]))
  const observe = (calendar, handlers) => {
    const observer = { QueryInterface: ChromeUtils.generateQI(["calIObserver"]), ...silent, ...handlers }
    calendar.addObserver(observer)
    return () => calendar.removeObserver(observer)
  }`

/**
 * What *New Calendar, On the Network* does with the server, the user name and the password. The password is stored
 * before it, as by a person who lets Thunderbird remember it.
 */
const SET_UP = `${IMPORTS}
  const [server, userName, password] = args
  const login = Cc["@mozilla.org/login-manager/loginInfo;1"].createInstance(Ci.nsILoginInfo)
  login.init(server, null, "Fasti", userName, password, "", "")
  await Services.logins.addLoginAsync(login)
  const found = await cal.provider.detection.detect(userName, password, server, true, [], {})
  const calendars = [...found.values()].flat()
  for (const calendar of calendars) {
    calendar.setProperty("cache.enabled", true)
    cal.manager.registerCalendar(calendar)
  }
  return calendars.map(({ name, readOnly }) => [name, readOnly])`

/** Synchronizes all calendars, and waits until each has been read or has failed. */
const REFRESH = `${IMPORTS}
  const read = calendar => new Promise(done => {
    const stop = observe(calendar, { onLoad: end, onError: end })
    function end() { stop(); done() }
    calendar.refresh()
    window.setTimeout(end, ${LIMIT_MS / 2})
  })
  await Promise.all(ours().map(read))`

const LIST = `${IMPORTS}
  const all = []
  for (const calendar of ours()) {
    const items = await calendar.getItemsAsArray(Ci.calICalendar.ITEM_FILTER_ALL_ITEMS, 0, null, null)
    for (const { title, startDate } of items)
      all.push([title, startDate.isDate ? startDate.icalString : startDate.nativeTime / 1000])
  }
  return all`

/** Its windows offer no change of such a calendar. Without that lock, the server has to refuse. */
const WRITE = `${IMPORTS}
  const { CalEvent } = ChromeUtils.importESModule("resource:///modules/CalEvent.sys.mjs")
  const [calendar] = ours()
  if (!calendar.readOnly) throw new Error("the calendar is not read only")
  calendar.readOnly = false
  const words = []
  const stop = observe(calendar, { onError: (_calendar, _number, text) => words.push(text) })
  const event = new CalEvent()
  event.title = "Mine"
  event.startDate = cal.createDateTime("20300101T100000Z")
  event.endDate = cal.createDateTime("20300101T110000Z")
  try {
    await calendar.addItem(event)
    return null
  } catch (error) {
    return words.concat(error.message).join("; ")
  } finally {
    stop()
    calendar.readOnly = true
  }`

/** Thunderbird with a window on a virtual screen, with the calendars that it finds by itself. */
export async function openThunderbird(url: string, device: Device): Promise<Program | undefined> {
  const counted = await countOctets(url)
  const profile = join(temporaryFolder(), 'profile')
  mkdirSync(profile)
  const thunderbird = await prepareThunderbird(profile, { 'marionette.port': 0 })
  if (!thunderbird) return undefined
  thunderbird.start(['--marionette', '--remote-allow-system-access'])
  const execute = await connectMarionette(profile, START_LIMIT_MS)
  const found = (await execute(SET_UP, counted.url, device.userName, device.password)) as [string, boolean][]
  if (found.length === 0) throw new Error('Thunderbird finds no calendars')
  return {
    octets: counted.octets,
    async read(isRight) {
      for (const deadline = Date.now() + LIMIT_MS; ; await sleep(200)) {
        await execute(REFRESH)
        const events = ((await execute(LIST)) as [string, string | number][]).map(
          ([title, start]) => `${title} at ${isoOf(start)}`,
        )
        if (isRight(events) || Date.now() > deadline) return events
      }
    },
    write: async () => ((await execute(WRITE)) as string | null) ?? undefined,
  }
}

/** `start`: a day as in iCalendar, or epoch ms. */
function isoOf(start: string | number): string {
  return typeof start === 'number'
    ? new Date(start).toISOString()
    : start.replace(/^(....)(..)(..).*/, '$1-$2-$3')
}
