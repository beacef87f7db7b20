import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, type TestBrowser, userOf } from '../support/users.ts'
import { workbook } from '../support/workbook.ts'

const FILES = path.resolve(import.meta.dirname, '../import-files')

/** A file, the number of its events, and the first and the last one with their local start. */
type Expected = [file: string, events: number, first: string, last: string]

/** Days since 30 December 1899, as workbooks have dates: 46452 is 6 March 2027. */
const WORKBOOKS: Record<string, Buffer> = {
  'at-season.xlsx': workbook({
    Kontakte: [
      ['Name', 'Telefon'],
      ['Obfrau', '0123'],
    ],
    'Spielplan Frühjahr': [
      ['SV Ahornau, Spielplan Frühjahr 2027'],
      [],
      ['Runde', 'Datum', 'Anstoß', 'Heim', 'Gast', 'Ort'],
      ['14', [46452, 1], [0.6458333333, 2], 'SV Ahornau', 'FC Birkfeld Nord', 'Sportplatz'],
      ['15', [46459, 1], [0.6666666667, 2], 'Union Traunfeld', 'SV Ahornau', 'Traunarena'],
    ],
  }),
  'en-netball.xlsx': workbook({
    Sheet1: [
      ['When', 'Home side', 'Opponents', 'Court'],
      [[46452.4375, 3], 'Swifts', 'Larks', 'Court 1'],
      [[46459.4791666667, 3], 'Swifts', 'Terns', 'Court 2'],
      [[46466.4375, 3], 'Swifts', 'Plovers', 'Court 1'],
    ],
  }),
}

/** Tables in the shapes of real leagues, schools and towns. They come in with nothing chosen. */
const READ: Expected[] = [
  [
    'at-football.csv',
    4,
    'SV Ahornau – FC Birkfeld Nord 2027-03-06 15:30',
    'ASK Lindental – SV Ahornau 2027-03-19 19:00',
  ],
  [
    'de-football.csv',
    3,
    'TSV Grünbühl – SpVgg Möhringshof 2027-03-06 14:30',
    'TSV Grünbühl – FC Hüttendorf 2027-03-14 15:00',
  ],
  [
    'de-handball.csv',
    3,
    'HSG Ufertal 1 – TV Kirchfeld 2027-01-09 17:45',
    'HSG Ufertal 1 – SG Brückheim 2027-01-23 19:30',
  ],
  ['de-waste.csv', 4, 'Restmüll 2027-01-05', 'Gelber Sack 2027-01-27'],
  ['de-church.tsv', 3, 'Familiengottesdienst 2027-03-07 10:00', 'Karfreitagsliturgie 2027-03-26 15:00'],
  ['de-town.csv', 3, 'Maimarkt 2027-05-01 10:00', 'Stadtlauf 2027-05-22 09:30'],
  [
    'en-football.csv',
    3,
    'Harbour Athletic – Thornby United 2027-03-06 14:00',
    'Harbour Athletic – Eastcombe Town 2027-03-20 15:00',
  ],
  [
    'en-rugby.csv',
    3,
    'Oldmoor RFC – Hartley RFC 2026-09-05 15:00',
    'Oldmoor RFC – Castleford Lane RFC 2027-01-09 14:00',
  ],
  [
    'en-cricket.csv',
    3,
    'Oakham Green v Lower Dene 2027-04-17 13:00',
    'Oakham Green v Pitsford 2027-05-01 12:30',
  ],
  ['en-school.csv', 3, 'Autumn term 2026-09-02', 'Summer term 2027-04-12'],
  ['en-library.csv', 3, 'Story time 2027-03-08 10:30', 'Book club 2027-03-17 18:30'],
  ['en-band.csv', 3, 'The Lantern Sessions 2027-03-05 20:00', 'Easter Matinee 2027-04-04 14:00'],
  ['en-golf.csv', 3, 'Links Classic 2027-05-06', 'Coast Championship 2027-07-15'],
  ['en-swimming.csv', 3, 'Squad A 2027-01-11 18:00', 'Squad A 2027-01-16 07:00'],
  [
    'us-basketball.csv',
    3,
    'Riverport Pilots – Granite City Owls 2027-01-05 19:30',
    'Riverport Pilots – Lakeshore Gulls 2027-01-09 12:30',
  ],
  ['us-baseball.csv', 3, 'Comets at Harbor 2027-03-27 13:10', 'Millers at Harbor 2027-03-30 18:40'],
  ['us-football.csv', 3, 'Herons – Foundry 2026-09-13 13:00', 'Herons – Summit 2026-09-27 16:25'],
  [
    'fr-football.csv',
    3,
    'AS Valmont – US Rivebelle 2027-03-06 20:00',
    'AS Valmont – ES Montfleuri 2027-03-20 18:30',
  ],
  ['fr-theatre.csv', 3, 'Le Jardin d’hiver 2027-03-12 20:30', 'Contes du soir 2027-03-21 15:00'],
  [
    'fr-volley.txt',
    3,
    'VB Rochefer – CO Lormont 2027-03-13 18:00',
    'VB Rochefer – US Garrigue 2027-03-27 20:00',
  ],
  [
    'es-football.csv',
    3,
    'CD Valdeoro – UD Peñalta 2027-03-06 17:00',
    'CD Valdeoro – CF Montenuevo 2027-03-20 18:30',
  ],
  [
    'it-calcio.csv',
    2,
    'US Pontalto – AC Vallescura 2027-03-06 15:00',
    'ASD Rocchetta – US Pontalto 2027-03-14 14:30',
  ],
  [
    'nl-hockey.csv',
    2,
    'HC De Dijk – MHC Zuiderveen 2027-03-06 12:45',
    'HC Meerwijk – HC De Dijk 2027-03-13 14:15',
  ],
  [
    'jp-football.csv',
    3,
    '青波FC – 北山ユナイテッド 2027-03-06 13:05',
    '青波FC – 東谷クラブ 2027-03-20 19:00',
  ],
  [
    'ar-football.csv',
    2,
    'نادي الواحة – نادي المرفأ 2027-03-05 20:00',
    'نادي القلعة – نادي الواحة 2027-03-13 18:30',
  ],
  [
    'ice-hockey.csv',
    3,
    'Northlake Wolves – Ironbridge Kings 2027-01-09 19:30',
    'Northlake Wolves – Harbor Seals 2027-01-23 19:30',
  ],
  [
    'at-season.xlsx',
    2,
    'SV Ahornau – FC Birkfeld Nord 2027-03-06 15:30',
    'Union Traunfeld – SV Ahornau 2027-03-13 16:00',
  ],
  ['en-netball.xlsx', 3, 'Larks 2027-03-06 10:30', 'Plovers 2027-03-20 10:30'],
  [
    'pasted-table.txt',
    2,
    'Red Kites U12 – Blue Jays U12 2027-03-06 10:00',
    'Swifts U12 – Red Kites U12 2027-03-13 11:15',
  ],
]

/** Files that need an answer, or are no lists of events: what is said of them. */
const ASKED: [file: string, said: RegExp][] = [
  ['ch-unihockey.csv', /time/i],
  ['unclear-dates.csv', /3\/4\/2027/],
  ['photo.csv', /picture/],
  ['cross-table.csv', /no column/],
]

describe('tables as clubs have them', () => {
  const app = useTestApp('sqlite', { ...BEHIND_PROXY, now: () => Date.parse('2026-11-24T10:00Z') })
  let club: TestPublisher
  let editor: TestBrowser

  beforeAll(async () => {
    club = await app.publisher({ timezone: 'Europe/Vienna' })
    editor = await userOf(app, club, 'editor')
  })

  async function preview(file: string): Promise<Json> {
    const bytes = WORKBOOKS[file] ?? readFileSync(path.join(FILES, file))
    const content = bytes.toString('base64')
    const { body } = await editor.post('/imports/preview', {
      calendarId: await club.calendar(),
      fileName: file,
      content,
    })
    return body
  }

  it.each(READ)('%s comes in with nothing chosen', async (file, events, first, last) => {
    const { data, ...rest } = await preview(file)
    expect(data, JSON.stringify(rest)).toBeTruthy()
    expect(data.faults).toEqual([])
    const starts = (data.added as Json[])
      .map(({ name, startDate, startTime }) => ({
        at: `${startDate} ${startTime ?? ''}`,
        text: `${name.replaceAll("'", '’')} ${startDate}${startTime ? ` ${startTime}` : ''}`,
      }))
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ text }) => text)
    expect([starts.length, starts[0], starts.at(-1)]).toEqual([events, first, last])
  })

  it.each(ASKED)('%s is asked about, or refused in plain words', async (file, said) => {
    const { data, ...rest } = await preview(file)
    const faults = data?.faults ?? rest
    expect(JSON.stringify(faults)).toMatch(said)
    expect(data?.added ?? []).not.toHaveLength(3)
  })
})
