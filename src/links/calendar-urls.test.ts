import { describe, expect, it } from 'vitest'
import { calendarUrls } from './calendar-urls.ts'

const TOKEN = 'x'.repeat(46)

describe('the addresses of a feed', () => {
  it.each([
    ['a short name', 'City Rugby'],
    ['a long name', 'The Very Long Name Of An Old And Honourable Society '.repeat(5)],
    ['a Japanese name', '東京ラグビー協会 '.repeat(30)],
    ['an odd name', '%&?#/\\ ' + '\ud83c'.repeat(100)],
  ])('stay short enough for Google and Outlook: %s', (_, name) => {
    for (const publicUrl of [
      'https://calendar.example.com',
      'http://localhost:8080',
      'https://x.example.com/cal',
    ]) {
      const { googleUrl, outlookcomUrl, ...addresses } = calendarUrls(publicUrl, TOKEN, name)
      for (const [key, address] of Object.entries(addresses))
        expect([key, address.length < 200]).toEqual([key, true])
      expect(new URL(googleUrl).searchParams.get('cid')!.length).toBeLessThan(200)
      expect(outlookcomUrl.length).toBeLessThan(256)
      const opened = new URL(new URL(outlookcomUrl).searchParams.get('url')!)
      expect(opened.href).toMatch(new RegExp(`^${publicUrl}/feed/${TOKEN}/.+\\.ics$`))
      expect(new URL(outlookcomUrl).searchParams.get('name')).not.toBe('')
    }
  })
})
