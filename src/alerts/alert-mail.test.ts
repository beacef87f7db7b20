import { spawnSync } from 'node:child_process'
import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { ALERT_LINKS, alerted, CHANGES, CITY, WEDNESDAY } from '../../test/support/alerted-events.ts'
import { NAUGHTY } from '../../test/support/naughty.ts'
import { type Language, LANGUAGES } from '../words/index.ts'
import { type AlertedEvent, alertMail, alertNotice } from './alert-mail.ts'

const ALL_LANGUAGES = Object.keys(LANGUAGES) as Language[]

const mailOf = (
  events: AlertedEvent | AlertedEvent[],
  language: Language = 'en',
  publisher = 'City Rugby',
  now = WEDNESDAY,
) => alertMail('fan@example.com', { ...CITY, name: publisher }, [events].flat(), ALERT_LINKS, language, now)
const noticeOf = (event: AlertedEvent, language: Language = 'en') =>
  alertNotice('City Rugby', event, language, WEDNESDAY)

/** Makes `count` matches that moved, the last one first. */
const matches = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const day = new Date(Date.UTC(2027, 2, 6 + count - i)).toISOString().slice(0, 10)
    const onDay = { name: `Match ${count - i}`, startDate: day, endDate: day }
    return alerted(['moved'], { startTime: '17:30', endTime: '19:30' }, onDay)
  })

describe('the subject', () => {
  it.each([
    ['moved', 'City v Town moved: Sat 15:00 → Sun 17:30'],
    ['sameDay', 'City v Town moved: Sat 15:00 → 20:00'],
    ['newEnd', 'City v Town has a new end: Sat 17:00 → 18:00'],
    ['newZone', 'City v Town moved: Sat 15:00 (United Kingdom Time) → Sat 15:00 (Central European Time)'],
    ['wholeDay', 'City v Town moved: Sat 6 March 15:00 → Sat 6 March (all day)'],
    ['wholeDays', 'City v Town moved: Sat 6 March → Sun 7 March'],
    ['faraway', 'City v Town moved: Sat 6 March 15:00 → Tue 7 March 2028 17:30'],
    ['place', 'City v Town has a new place: New Ground, Château d’Œx (Sat 15:00)'],
    ['noPlace', 'City v Town no longer has a place (Sat 15:00)'],
    ['calledOff', 'City v Town is cancelled: Sat 15:00'],
    ['calledOffAndMoved', 'City v Town is cancelled: Sat 15:00'],
    ['onAgain', 'City v Town is on again: Sun 17:30'],
    ['title', 'City v Town is now called City v Village (Sat 15:00)'],
    ['removed', 'City v Town was removed from the calendar: Sat 15:00'],
    ['all', 'City v Village moved: Sat 15:00 → Sun 17:30'],
  ] as const)('tells the change: %s', (name, subject) => {
    expect(mailOf(CHANGES[name]).subject).toBe(`${subject} · City Rugby`)
  })

  it.each([
    ['de', 'City v Town wurde verlegt: Sa 15:00 → So 17:30'],
    ['fr', 'City v Town est déplacé : sam. 15:00 → dim. 17:30'],
    ['es', 'City v Town cambia de fecha: sáb 15:00 → dom 17:30'],
    ['ja', '「City v Town」の日時が変わりました：3月6日(土) 15:00 → 3月7日(日) 17:30'],
    ['ar', 'تغيّر موعد \u2068City v Town\u2069: \u2068السبت 3:00 م\u2069 ← \u2068الأحد 5:30 م\u2069'],
  ] as const)('is in the person’s language: %s', (language, subject) => {
    const name = language === 'ar' ? '\u2068City Rugby\u2069' : 'City Rugby'
    expect(mailOf(CHANGES.moved, language).subject).toBe(`${subject} · ${name}`)
  })

  it.each([
    ['a week ahead', '2027-02-27T16:00:00Z', true],
    ['six days ahead', '2027-03-01T17:31:00Z', false],
    ['six hours ago', '2027-03-06T21:00:00Z', false],
    ['a day ago', '2027-03-07T15:01:00Z', true],
  ])('has dates when a weekday is not clear: %s', (_, now, dated) => {
    const { subject } = mailOf(CHANGES.moved, 'en', 'City Rugby', Date.parse(now))
    const [short, long] = ['Sat 15:00 → Sun 17:30', 'Sat 6 March 15:00 → Sun 7 March 17:30']
    expect(subject).toBe(`City v Town moved: ${dated ? long : short} · City Rugby`)
  })

  it('counts several events, and an event without a difference that is told', () => {
    expect(mailOf(matches(5)).subject).toBe('5 events of City Rugby have changed')
    expect(mailOf(alerted(['text'], {})).subject).toBe('1 event of City Rugby has changed')
    expect(mailOf(alerted(['moved'], { timezone: 'UTC' })).subject).toBe('1 event of City Rugby has changed')
    expect(mailOf(matches(3), 'ar').subject).toBe('تغيّرت 3 أحداث لدى \u2068City Rugby\u2069')
  })

  it('shortens names, so that the times are always there', () => {
    for (const language of ALL_LANGUAGES) {
      const name = '🏉'.repeat(500)
      const { subject } = mailOf(alerted(['moved', 'place'], { startTime: '16:00' }, { name }), language)
      expect([...subject].length, language).toBeLessThan(200)
      expect(subject, language).toMatch(/🏉….*(16:00|4:00)/)
    }
  })
})

describe('the text', () => {
  it('tells old and new, why, and how to switch off', () => {
    expect(mailOf(CHANGES.all).text).toBe(`City Rugby

Moved · New place · New name: City v Village
Old name: City v Town
Old time: Saturday 6 March 2027, 15:00–17:00
New time: Sunday 7 March 2027, 17:30–19:30 · United Kingdom Time
Old place: Old Ground
New place: Park
Calendar: First team

Your calendar shows this after its next update. Many applications have a
Refresh button that starts one at once.

Open your calendar:
${ALERT_LINKS.portal}

You get this e-mail because you follow First team of City Rugby, and your
calendar has not fetched the change yet.

Switch these e-mails off:
${ALERT_LINKS.off}
`)
  })

  it.each([
    ['sameDay', 'New time: Saturday 6 March 2027, 20:00–02:00 · United Kingdom Time'],
    ['newZone', 'Old time: Saturday 6 March 2027, 15:00–17:00 · United Kingdom Time'],
    ['newZone', 'New time: Saturday 6 March 2027, 15:00–17:00 · Central European Time'],
    ['wholeDay', 'New time: Saturday 6 March 2027 · all day'],
    ['wholeDays', 'New time: Sunday 7 March 2027 – Tuesday 9 March 2027 · all day'],
    ['noPlace', 'New place: None given'],
    ['calledOffAndMoved', 'Time: Saturday 6 March 2027, 15:00–17:00 · United Kingdom Time'],
    ['place', 'Time: Saturday 6 March 2027, 15:00–17:00 · United Kingdom Time'],
    ['removed', 'Removed from the calendar: City v Town'],
    ['onAgain', 'On again · Moved: City v Town'],
  ] as const)('has the times in full, in the zone of the event: %s', (name, line) => {
    expect(mailOf(CHANGES[name]).text.split('\n')).toContain(line)
  })

  it.each([
    ['de', 'Neue Zeit: Sonntag, 7. März 2027, 17:30–19:30 Uhr · Vereinigtes Königreich (Ortszeit)'],
    ['fr', 'Nouvelle date : dimanche 7 mars 2027, 17:30 – 19:30 · heure : Royaume-Uni'],
    ['es', 'Fecha nueva: domingo, 7 de marzo de 2027, 17:30–19:30 · hora de Reino Unido'],
    ['ja', '変更後の日時：2027年3月7日日曜日 17:30～19:30 · イギリス時間'],
    ['ar', 'الموعد الجديد: \u2068الأحد، 7 مارس 2027، 5:30–7:30 م\u2069 · \u2068توقيت المملكة المتحدة\u2069'],
  ] as const)('writes dates as people do: %s', (language, line) => {
    // Which of the spaces that look alike stands there depends on the version of ICU. Long lines are wrapped.
    const text = mailOf(CHANGES.moved, language).text.replace(/\s+/g, ' ')
    expect(text).toContain(` ${line} `)
  })

  it('names zones that are no place', () => {
    expect(mailOf(alerted(['moved'], { startTime: '16:00' }, { timezone: 'UTC' })).text).toContain(
      'Coordinated Universal Time',
    )
  })

  it('tells the first twenty of many events, by start, and counts the others', () => {
    const { text, html, subject } = mailOf(matches(380))
    expect(subject).toBe('380 events of City Rugby have changed')
    const told = [...text.matchAll(/^Moved: (.*)$/gm)].map(([, name]) => name)
    expect(told).toEqual(Array.from({ length: 20 }, (_, i) => `Match ${i + 1}`))
    expect(text).toContain('\nand 360 more events\n')
    expect(html).toContain('and 360 more events</a>')
    expect(mailOf(matches(21)).text).toContain('\nand 1 more event\n')
    expect(mailOf(matches(20)).text).not.toMatch(/ more event/)
  })
})

describe.each(ALL_LANGUAGES)('every mail in %s', (language) => {
  const mails = [...Object.values(CHANGES), matches(2), matches(30)].map((events) => mailOf(events, language))

  it('fills all placeholders, and has the links and the headers', () => {
    for (const { subject, text, html, links, headers } of mails) {
      expect(subject + text + html.replace(/<style>[^]*<\/style>/, '')).not.toMatch(
        /[{}]|undefined|null|NaN|Invalid/,
      )
      for (const link of Object.values(ALERT_LINKS)) {
        expect(text).toContain(`\n${link}\n`)
        expect(html).toContain(`href="${link}"`)
      }
      expect(links).toEqual([ALERT_LINKS.portal, ALERT_LINKS.off])
      expect(headers).toEqual({
        'List-Unsubscribe': `<${ALERT_LINKS.off}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      })
      expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    }
  })

  it('escapes names, keeps lines below 999 octets, and closes what it isolates', () => {
    const bad = '<b onclick="x">&\'\r\nBcc: a@b.example\u2069\u202e'
    for (const name of [
      ...NAUGHTY,
      bad,
      '\u{20000}'.repeat(500),
      `${'e\u0301'.repeat(250)}`,
      '{when}',
      '$&',
    ]) {
      const events = ['a', 'b'].map((id) => ({
        ...alerted(
          ['moved', 'place', 'title'],
          { name: `${name} b`, location: `${name} c` },
          { name, location: name },
        ),
        eventId: id,
        calendarName: name,
      }))
      for (const some of [events, events.slice(1)]) {
        const { subject, text, html } = mailOf(some, language, name)
        expect(html).not.toMatch(/<b |onclick="/)
        expect(html.split('<bdi>').length, name).toBe(html.split('</bdi>').length)
        expect(subject).not.toMatch(/[\r\n\u202a-\u202e]/)
        for (const line of [subject, ...text.split('\n')]) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(998)
          expect(line.split('\u2068').length, line).toBe(line.split('\u2069').length)
        }
      }
    }
  })

  it('is a short notification, too', () => {
    for (const event of Object.values(CHANGES)) {
      const { title, body } = noticeOf(event, language)
      expect(title + body).not.toMatch(/[{}\n]|undefined|null/)
      expect(title).toMatch(/City v (Town|Village)/)
      expect(body).toMatch(/ · \u2068?City Rugby\u2069?$/)
    }
  })
})

describe('a notification', () => {
  it.each([
    ['moved', 'Moved: City v Town', 'Sat 15:00 → Sun 17:30 · City Rugby'],
    ['calledOff', 'Cancelled: City v Town', 'Sat 15:00 · City Rugby'],
    ['place', 'New place: City v Town', 'New Ground, Château d’Œx (Sat 15:00) · City Rugby'],
    ['noPlace', 'New place: City v Town', 'None given (Sat 15:00) · City Rugby'],
    ['title', 'New name: City v Village', 'City v Town → City v Village · City Rugby'],
    ['removed', 'Removed from the calendar: City v Town', 'Sat 15:00 · City Rugby'],
  ] as const)('says what the mail says: %s', (name, title, body) => {
    expect(noticeOf(CHANGES[name])).toEqual({ title, body })
  })

  it('isolates names of the other direction, also in a language from the left', () => {
    const { title } = noticeOf(alerted(['moved'], { startTime: '16:00' }, { name: 'المدينة ضد البلدة' }))
    expect(title).toBe('Moved: \u2068المدينة ضد البلدة\u2069')
  })
})

const READ_PY = `
import email, email.policy, json, sys
mail = email.message_from_binary_file(sys.stdin.buffer, policy=email.policy.default)
body = lambda kind: mail.get_body((kind,)).get_content()
print(json.dumps({
  'headers': {name.lower(): str(value) for name, value in mail.items()},
  'parts': [part.get_content_type() for part in mail.walk()],
  'defects': [str(defect) for part in mail.walk() for defect in part.defects],
  'text': body('plain'), 'html': body('html'),
}))
`

it('Python reads the mail as it was written', async ({ skip }) => {
  skip(spawnSync('python3', ['--version']).status !== 0, 'no Python')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  for (const language of ALL_LANGUAGES) {
    const { subject, text, html, headers, to } = mailOf([CHANGES.all, CHANGES.place], language)
    const from = 'a@fasti.test'
    const { message } = await composer.sendMail({ from, to, subject, text, html, headers: headers! })
    const lines = (message as Buffer).toString('latin1').split('\r\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998)
    const { stdout, stderr } = spawnSync('python3', ['-c', READ_PY], { input: message as Buffer })
    expect(String(stderr)).toBe('')
    const read = JSON.parse(String(stdout)) as { headers: Record<string, string>; text: string; html: string }
    // Folded after its name.
    read.headers['list-unsubscribe'] = read.headers['list-unsubscribe']!.trimStart()
    expect(read).toMatchObject({
      headers: {
        subject,
        'list-unsubscribe': `<${ALERT_LINKS.off}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      },
      parts: ['multipart/alternative', 'text/plain', 'text/html'],
      defects: [],
    })
    expect(read.text.replaceAll('\r\n', '\n').trimEnd(), language).toBe(text.trimEnd())
    expect(read.html.replaceAll('\r\n', '\n').trimEnd(), language).toBe(html.trimEnd())
  }
})
