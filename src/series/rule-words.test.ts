import { describe, expect, it } from 'vitest'
import { formOf, moveRule, ruleOf } from './rule-form.ts'
import { ruleDaysInWords, ruleInWords } from './rule-words.ts'

/** The first Tuesday of a March, in the evening. */
const date = { day: '2027-03-02', time: '18:00', timezone: 'Europe/London' }

describe('a rule in words', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630', 'every week on Tuesday until 30 June 2027'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=12', 'every 2 weeks on Tuesday and Thursday, 12 times'],
    ['FREQ=WEEKLY', 'every week on Tuesday'],
    ['FREQ=DAILY;COUNT=1', 'every day, once'],
    ['FREQ=DAILY;BYMONTH=7,8', 'every day in July and August'],
    ['FREQ=MONTHLY', 'every month on the 2nd'],
    ['FREQ=MONTHLY;BYDAY=1TU', 'every month on the first Tuesday'],
    ['FREQ=MONTHLY;BYDAY=-1FR,-2MO', 'every month on the last Friday and the 2nd last Monday'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15,-1', 'every month on the 1st, the 15th and the last day'],
    ['FREQ=YEARLY', 'every year on 2 March'],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=1TU', 'every year on the first Tuesday of March'],
    // 17:00 in UTC is 18:00 in summer: the date on that day is the last one, and an hour earlier it is not.
    ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20270629T170000Z', 'every week on Tuesday until 29 June 2027'],
    ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20270629T160000Z', 'every week on Tuesday until 28 June 2027'],
    [
      'FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1',
      'every month on Monday and Friday, as the rule FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1 says',
    ],
    ['RATHER OFTEN', 'by the rule RATHER OFTEN'],
  ])('%s', (rule, words) => {
    expect(ruleInWords({ rule, date }, 'en-GB')).toBe(words)
  })

  it('names the calendars whose days it skips', () => {
    const rule = 'FREQ=WEEKLY;BYDAY=TU'
    expect(ruleInWords({ rule, date, skips: ['School holidays', 'Bank holidays'] }, 'en-GB')).toBe(
      'every week on Tuesday, not on days of School holidays and Bank holidays',
    )
  })

  it.each([
    ['de-AT', 'jede Woche am Dienstag und Donnerstag bis zum 30. Juni 2027'],
    ['fr', 'chaque semaine le mardi et le jeudi jusqu’au 30 juin 2027'],
    ['es', 'cada semana el martes y el jueves hasta el 30 de junio de 2027'],
    ['ja', '毎週の火曜日、木曜日、2027年6月30日まで'],
    ['ar-EG-u-nu-latn', 'كل أسبوع، يوم الثلاثاء ويوم الخميس حتى 30 يونيو 2027'],
    ['nl', 'every week on dinsdag en donderdag until 30 juni 2027'],
  ])('is said in %s', (locale, words) => {
    expect(ruleInWords({ rule: 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270630', date }, locale)).toBe(words)
  })

  it.each([
    ['de', 'alle 2 Monate am ersten Dienstag und 2. Montag vom Monatsende aus, 3-mal'],
    ['fr', 'tous les 2 mois le premier mardi et le 2e lundi en partant de la fin, 3 fois'],
    ['es', 'cada 2 meses el primer martes y el 2.º lunes contado desde el final, 3 veces'],
    ['ja', '2か月ごとの第1火曜日、最後から2番目の月曜日、3回'],
    ['ar-u-nu-latn', 'كل شهرين، يوم الثلاثاء الأول ويوم الاثنين رقم 2 من نهاية الشهر، 3 مرات'],
  ])('counts in %s', (locale, words) => {
    const rule = 'FREQ=MONTHLY;INTERVAL=2;BYDAY=1TU,-2MO;COUNT=3'
    expect(ruleInWords({ rule, date }, locale)).toBe(words)
  })

  it.each([
    ['de', 'jedes Jahr am 2. März'],
    ['fr', 'chaque année le 2 mars'],
    ['es', 'cada año el 2 de marzo'],
    ['ja', '毎年の3月2日'],
    ['ar-u-nu-latn', 'كل سنة، 2 مارس'],
  ])('names a day of the year in %s', (locale, words) => {
    expect(ruleInWords({ rule: 'FREQ=YEARLY', date }, locale)).toBe(words)
  })

  it('can say the days alone', () => {
    const rule = 'FREQ=MONTHLY;BYDAY=1TU'
    expect(ruleDaysInWords({ rule, date }, 'en-GB')).toBe('the first Tuesday')
    expect(ruleDaysInWords({ rule, date }, 'fr')).toBe('le premier mardi')
    expect(ruleDaysInWords({ rule: 'RATHER OFTEN', date }, 'fr')).toBeUndefined()
  })
})

describe('a rule in a form', () => {
  it.each([
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;BYDAY=MO,TU;COUNT=4',
    'FREQ=MONTHLY;UNTIL=20270630',
    'FREQ=MONTHLY;BYDAY=1TU',
    'FREQ=YEARLY',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=1TU',
  ])('is the same again: %s', (rule) => {
    expect(ruleOf(formOf(rule, date)!, date.day)).toBe(rule)
  })

  it('counts from the end of the month too', () => {
    const last = { ...date, day: '2027-03-31' }
    for (const rule of ['FREQ=MONTHLY;BYDAY=-1WE', 'FREQ=MONTHLY;BYMONTHDAY=-1'])
      expect(ruleOf(formOf(rule, last)!, last.day)).toBe(rule)
  })

  it.each([
    'FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1',
    'FREQ=YEARLY;BYWEEKNO=9;BYDAY=TU',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;WKST=SU',
    'FREQ=MONTHLY;BYMONTHDAY=2,16',
    'FREQ=DAILY;BYHOUR=8,18',
    'FREQ=MONTHLY;BYDAY=2TU',
  ])('is none where the form lacks a part, or the date is not one of it: %s', (rule) => {
    expect(formOf(rule, date)).toBeUndefined()
    expect(moveRule(rule, date, '2027-03-03')).toBeUndefined()
  })

  it.each([
    ['FREQ=WEEKLY;BYDAY=MO,TU;COUNT=4', '2027-03-04', 'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=4'],
    ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20270629', '2027-03-03', 'FREQ=WEEKLY;BYDAY=WE;UNTIL=20270630'],
    ['FREQ=MONTHLY;BYDAY=1TU', '2027-03-10', 'FREQ=MONTHLY;BYDAY=2WE'],
    ['FREQ=MONTHLY;BYDAY=1TU', '2027-03-30', 'FREQ=MONTHLY;BYDAY=-1TU'],
    ['FREQ=MONTHLY', '2027-03-30', 'FREQ=MONTHLY'],
  ])('moves along with a date: %s to %s', (rule, to, moved) => {
    expect(moveRule(rule, date, to)).toBe(moved)
  })
})
