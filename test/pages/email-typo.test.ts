import { describe, expect, it } from 'vitest'
import { likelyEmail } from '../../web/widget/email-typo.ts'

describe('likely typing mistakes in addresses', () => {
  it.each([
    ['fan@gmial.con', 'fan@gmail.com'],
    ['fan@gmal.com', 'fan@gmail.com'],
    ['fan@gmail.co', 'fan@gmail.com'],
    ['Fan@GMAI.com', 'Fan@gmail.com'],
    ['fan@hotmial.com', 'fan@hotmail.com'],
    ['fan@outlok.com', 'fan@outlook.com'],
    ['fan@iclod.com', 'fan@icloud.com'],
    ['fan@t-onlne.de', 'fan@t-online.de'],
    ['fan@club.con', 'fan@club.com'],
  ])('are mended: %s', (typed, meant) => {
    expect(likelyEmail(typed)).toBe(meant)
  })

  it.each([
    'fan@gmail.com',
    'fan@ymail.com',
    'fan@mail.com',
    'fan@gmx.at',
    'fan@hotmail.nl',
    'fan@yahoo.ca',
    'fan@love.com',
    'fan@gmc.de',
    'fan@club.co',
    'fan@example.com',
    'fan@mailbox.org',
    'fan@verein-kaernten.at',
    '@gmial.com',
    'gmial.com',
    '',
  ])('are not seen where there are none: %s', (typed) => {
    expect(likelyEmail(typed)).toBeUndefined()
  })
})
