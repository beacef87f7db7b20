import { describe, expect, it } from 'vitest'
import { isWeekday, needsOrder, readMoment, slashOrder, yearRule } from './table-dates.ts'
import { isUnknown, readTime, readTimes } from './table-times.ts'

describe('slashOrder', () => {
  it.each([
    [['3/4/2026', '25/4/2026'], 'day'],
    [['3/4/2026', '4/25/2026'], 'month'],
    [['3/4/27', '25/4/27 15:00'], 'day'],
    [['3-4-2026', '25-4-2026'], 'day'],
    [['3/4/2026', '5/6/2026'], undefined],
    [['25/4/2026', '4/25/2026'], undefined],
    // 6 March 2027 is a Saturday, 3 June a Thursday.
    [['Sat 6/3/2027'], 'day'],
    [['Sat 3/6/2027'], 'month'],
    [[{ date: '06/03/2027', weekday: 'Sa' }], 'day'],
    [['٦/٣/٢٠٢٧'], 'day'],
  ])('finds the order of %j', (cells, order) => {
    expect(slashOrder(cells)).toBe(order)
  })

  it('is needed for what can be read in both orders', () => {
    expect(needsOrder(['3/4/2026'])).toBe(true)
    expect(needsOrder(['2026/03/04', '3.4.2026', '3 April 2026', '15:00-17:00'])).toBe(false)
  })
})

describe('readMoment', () => {
  const rules = { order: 'day' as const, yearOf: yearRule('2026-11-24', []) }
  const moment = (text: string) => {
    const { date, time, endDate, endTime } = readMoment(text, rules)
    return [date, time, endDate, endTime].join(' ').trim()
  }

  it.each([
    ['2027-03-06', '2027-3-6', '2027/03/06', '2027.3.6', '6.3.2027', '06.03.2027', '6. 3. 2027', '6.3.27'],
    ['06/03/2027', '6/3/27', '06-03-2027', 'Sa, 06.03.2027', 'Samstag, 6. März 2027', 'Sa. 6. Mär. 2027'],
    ['6. März 2027 (Sa)', 'Samstag, den 6. März 2027', 'Sa 06.03.27', 'Sat 6 Mar 2027', '6 March 2027'],
    ['Saturday, March 6, 2027', 'Sat, Mar 6, 2027', 'March 6th, 2027', '6th March 2027', '06-Mar-2027'],
    [
      '6-Mar-27',
      "6 Mar '27",
      'Sat 6th of March 2027',
      '2027-Mar-06',
      'samedi 6 mars 2027',
      'Sam. 6 mars 2027',
    ],
    ['le samedi 6 mars 2027', 'sam 06/03/2027', 'sábado, 6 de marzo de 2027', 'sáb. 6 mar. 2027'],
    [
      '6 de marzo del 2027',
      '6 mar 2027',
      '2027年3月6日',
      '2027年3月6日(土)',
      '2027年03月06日（土・祝）',
      '2027/3/6(土)',
    ],
    ['2027年3月6日 土曜日', '２０２７年３月６日', '٢٠٢٧/٣/٦', '٦/٣/٢٠٢٧', 'السبت ٦ مارس ٢٠٢٧', '6 آذار 2027'],
    ['sabato 6 marzo 2027', 'sab 6 mar 2027', 'sábado, 6 de março de 2027', '6 de mar. de 2027'],
    ['zaterdag 6 maart 2027', 'za 6 mrt 2027', 'lørdag den 6. marts 2027', 'lördag 6 mars 2027'],
    ['lauantai 6. maaliskuuta 2027', 'la 6.3.2027', 'sobota, 6 marca 2027', 'sobota 6. března 2027'],
    ['2027. március 6.', '2027. 03. 06.', 'sâmbătă, 6 martie 2027', '6 Mart 2027 Cumartesi'],
    ['суббота, 6 марта 2027', 'Σάββατο 6 Μαρτίου 2027', '2027년 3월 6일 (토)', 'dissabte, 6 de març de 2027'],
    [
      '\u200f06.03.2027\u200f',
      '06.03.2027,',
      'Sa 06.03.',
      '6.3.',
      'Sat 6 Mar',
      'Sat, Mar 6',
      '3月6日（土）',
      'Sa 6/3',
    ],
  ])('reads 6 March 2027 in %j, %j, %j, %j …', (...texts) => {
    for (const text of texts) expect([text, moment(text)]).toEqual([text, '2027-03-06'])
  })

  it.each([
    [
      '2027-03-06 15:30',
      '2027-03-06T15:30:00',
      '2027/03/06 15:30',
      '6/3/2027, 3:30 PM',
      '06.03.2027 15:30 Uhr',
    ],
    [
      'Sa, 06.03.2027, 15:30 Uhr',
      'Sa 06.03. 15.30',
      'Samstag, 06.03.2027 um 15.30 Uhr',
      'Sat 6 Mar 2027 3.30pm',
    ],
    ['Saturday 6 March 2027 @ 15:30', '15:30 Sat 6 Mar 2027', 'Mar 6, 2027 3:30 PM', '06.03.2027 - 15:30'],
    [
      'samedi 6 mars 2027 à 15h30',
      'sáb 6 mar 2027 a las 15:30',
      '2027年3月6日(土) 15時30分',
      '3/6(土) 15:30',
    ],
    ['٢٠٢٧/٣/٦ ١٥:٣٠', '06.03.27 | 15:30', 'Sa 06.03.2027 15:30h'],
  ])('reads a time beside it in %j, %j …', (...texts) => {
    const japanese = { ...rules, order: 'month' as const }
    for (const text of texts) {
      const { date, time } = readMoment(text, /土.* 15:30/.test(text) ? japanese : rules)
      expect([text, date, time]).toEqual([text, '2027-03-06', '15:30'])
    }
  })

  it.each([
    ['06.03.2027 15:00–17:00', '2027-03-06 15:00  17:00'],
    ['Sat 6 Mar 2027, 3-5pm', '2027-03-06 15:00  17:00'],
    ['15.02.2027 – 20.02.2027', '2027-02-15  2027-02-20'],
    ['15.02.2027-20.02.2027', '2027-02-15  2027-02-20'],
    ['vom 15.02. bis 20.02.2027', '2027-02-15  2027-02-20'],
    ['15.–20. Februar 2027', '2027-02-15  2027-02-20'],
    ['23.12.2026 - 06.01.2027', '2026-12-23  2027-01-06'],
    ['23.12. – 06.01.2027', '2026-12-23  2027-01-06'],
    ['April 5-9, 2027', '2027-04-05  2027-04-09'],
    ['du 6 mars 2027 au 8 mars 2027', '2027-03-06  2027-03-08'],
    ['6 Mar 2027 10:00 - 8 Mar 2027 16:00', '2027-03-06 10:00 2027-03-08 16:00'],
    ['2027年3月6日～8日', '2027年3月6日～8日'],
  ])('reads the range %j', (text, read) => {
    expect(moment(text)).toBe(read)
  })

  it.each([
    '',
    'tomorrow',
    'tba',
    '31.02.2027',
    '2027-02-30',
    '6.13.2027',
    'Sa',
    '15:30',
    'Round 6',
    '6',
    '06.03.2027 late',
  ])('leaves %j as it is', (text) => {
    expect(moment(text)).toBe(text)
  })

  it('reads slashes the American way, or not at all', () => {
    expect(readMoment('3/1/2026', { order: 'month' }).date).toBe('2026-03-01')
    expect(readMoment('3/1/2026').date).toBe('3/1/2026')
  })

  it('says when the weekday is another one, and when there is no year', () => {
    expect(readMoment('Sonntag, 06.03.2027', rules)).toMatchObject({ otherWeekday: true })
    expect(readMoment('Sa, 06.03.2027', rules)).not.toHaveProperty('otherWeekday')
    expect(readMoment('Sa 06.03.', rules)).toMatchObject({ yearless: true })
    expect(readMoment('Sa 06.03.').date).toBe('Sa 06.03.')
  })

  it('knows weekdays by themselves', () => {
    for (const text of ['Sa', 'Sat.', 'samedi', 'sábado', '土', '(土)', 'السبت', 'Saturday'])
      expect([text, isWeekday(text)]).toEqual([text, true])
    for (const text of ['', 'Cup', '6', 'Sa 6.3.', 'Sandgate'])
      expect([text, isWeekday(text)]).toEqual([text, false])
  })
})

describe('yearRule', () => {
  it.each([
    ['the next such day', [], 12, 24, undefined, 2026],
    ['the next such day after New Year', [], 3, 6, undefined, 2027],
    ['the season above the table', ['Saison 2026/27'], 9, 12, undefined, 2026],
    ['its second half', ['Saison 2026/2027'], 3, 6, undefined, 2027],
    ['the year above it', ['Müllkalender 2028'], 3, 6, undefined, 2028],
    ['the weekday, of a season that has begun', [], 9, 12, new Set([6]), 2026],
    ['no printing date', ['Stand: 24.11.2025'], 3, 6, undefined, 2027],
  ])('takes %s', (_, texts, month, day, weekdays, year) => {
    expect(yearRule('2026-11-24', texts)(month, day, weekdays)).toBe(year)
  })
})

describe('readTime', () => {
  it.each([
    ['9:30', '09:30'],
    ['19:30:59', '19:30'],
    ['19.30', '19:30'],
    ['16.00', '16:00'],
    ['19h30', '19:30'],
    ['19 h 30', '19:30'],
    ['19h', '19:00'],
    ['15:30 Uhr', '15:30'],
    ['15.30 Uhr', '15:30'],
    ['15 Uhr', '15:00'],
    ['um 15 Uhr', '15:00'],
    ['15 Uhr 30', '15:30'],
    ['19:30 hrs', '19:30'],
    ['19:30h', '19:30'],
    ['7:30 pm', '19:30'],
    ['7.30pm', '19:30'],
    ['7pm', '19:00'],
    ['7 p.m.', '19:00'],
    ['7:30 p. m.', '19:30'],
    ['12:15 a.m.', '00:15'],
    ['12 PM', '12:00'],
    ['12 noon', '12:00'],
    ['15時30分', '15:30'],
    ['15時', '15:00'],
    ['15時半', '15:30'],
    ['午後3時30分', '15:30'],
    ['午前10:00', '10:00'],
    ['１５：３０', '15:30'],
    ['٣:٣٠ م', '15:30'],
    ['١٠:٠٠ ص', '10:00'],
    ['kl. 19.30', '19:30'],
    ['13:00 pm', '13:00 pm'],
    ['0:30 am', '0:30 am'],
    ['25:00', '25:00'],
    ['7', '7'],
    ['1530', '1530'],
    ['3:1', '3:1'],
    ['TBC', 'TBC'],
    ['', ''],
  ])('reads %j as %j', (text, time) => {
    expect(readTime(text)).toBe(time)
  })

  it('reads four figures where the heading says that they are a time', () => {
    expect(['1530', '930', '0900', '2460', '15'].map((text) => readTime(text, { bare: true }))).toEqual([
      ...['15:30', '09:30', '09:00', '2460', '15'],
    ])
  })

  it.each([
    ['15:00–17:00', '15:00', '17:00'],
    ['15:00 - 17:00 Uhr', '15:00', '17:00'],
    ['15–17 Uhr', '15:00', '17:00'],
    ['von 15 bis 17 Uhr', '15:00', '17:00'],
    ['3-5pm', '15:00', '17:00'],
    ['11am-1pm', '11:00', '13:00'],
    ['11-1pm', '11:00', '13:00'],
    ['7.30-9pm', '19:30', '21:00'],
    ['10 a.m. to 2 p.m.', '10:00', '14:00'],
    ['19h30 à 21h', '19:30', '21:00'],
    ['de 10:00 a 12:00', '10:00', '12:00'],
    ['15時～17時', '15:00', '17:00'],
    ['15:00から17:00', '15:00', '17:00'],
  ])('reads the range %j', (text, time, endTime) => {
    expect(readTimes(text)).toMatchObject({ time, endTime })
  })

  it('takes no result for a range, and reads zones of the United States', () => {
    expect(readTimes('3-2')).toBeUndefined()
    expect(readTimes('2:1')).toBeUndefined()
    expect(readTimes('7:00 PM ET')).toEqual({ time: '19:00', endTime: '', timezone: 'America/New_York' })
  })

  it('knows what says that a time is open', () => {
    for (const text of [
      'tba',
      'TBC',
      'T.B.D.',
      'n.n.',
      'offen',
      'à définir',
      'por confirmar',
      '未定',
      '-',
      '–',
    ])
      expect([text, isUnknown(text)]).toEqual([text, true])
    for (const text of ['', '15:00', 'Cup']) expect(isUnknown(text)).toBe(false)
  })
})
