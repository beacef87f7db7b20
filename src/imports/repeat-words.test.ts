import { describe, expect, it } from 'vitest'
import { readRepeats } from './repeat-words.ts'

const read = (cell: string) => readRepeats(cell, (text) => text.replace(/^(\d+)\.(\d+)\.(\d+)$/, '$3-0$2-$1'))

describe('how an event of a table repeats', () => {
  it.each([
    ['daily', 'FREQ=DAILY'],
    ['Weekdays', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['every  2 weeks', 'FREQ=WEEKLY;INTERVAL=2'],
    ['every other month', 'FREQ=MONTHLY;INTERVAL=2'],
    ['weekly until 2027-06-30', 'FREQ=WEEKLY;UNTIL=20270630'],
    ['weekly, 10 times', 'FREQ=WEEKLY;COUNT=10'],
    ['yearly 5x', 'FREQ=YEARLY;COUNT=5'],
    ['RRULE:freq=monthly;byday=-1FR', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['Wöchentlich bis 30.6.2027', 'FREQ=WEEKLY;UNTIL=20270630'],
    ['alle 3 Monate', 'FREQ=MONTHLY;INTERVAL=3'],
    ['Montag bis Freitag', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['toutes les 2 semaines jusqu’au 2027-06-30', 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20270630'],
    ['tous les mois 6 fois', 'FREQ=MONTHLY;COUNT=6'],
    ['cada semana hasta el 2027-06-30', 'FREQ=WEEKLY;UNTIL=20270630'],
    ['todos los días', 'FREQ=DAILY'],
    ['毎週2027-06-30まで', 'FREQ=WEEKLY;UNTIL=20270630'],
    ['2か月ごと 5回', 'FREQ=MONTHLY;INTERVAL=2;COUNT=5'],
    ['أسبوعيًا ١٠ مرات', 'FREQ=WEEKLY;COUNT=10'],
    ['كل ٣ أشهر حتى ٢٠٢٧-٠٦-٣٠', 'FREQ=MONTHLY;INTERVAL=3;UNTIL=20270630'],
  ])('%s is %s', (cell, rule) => {
    expect(read(cell)).toEqual({ rule })
  })

  it.each([
    ['now and then', 'must be daily, weekdays, weekly, monthly, yearly or every 2 weeks'],
    ['weekly until 2027-02-30', 'must have a date that exists behind until'],
    ['every 0 weeks', 'must have an INTERVAL from 1 to 1000'],
    ['daily 5000 times', 'must have a COUNT from 1 to 1000'],
    ['FREQ=HOURLY', 'must have FREQ=YEARLY, MONTHLY, WEEKLY, DAILY'],
  ])('may not be %s', (cell, fault) => {
    expect(read(cell)).toEqual({ fault: expect.stringContaining(fault) })
  })
})
