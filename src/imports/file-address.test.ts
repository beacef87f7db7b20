import { describe, expect, it } from 'vitest'
import { fileAddress } from './file-address.ts'

const SHEET = 'https://docs.google.com/spreadsheets/d/1aB-c_9'
const PUBLISHED = 'https://docs.google.com/spreadsheets/d/e/2PACX-1v_9'

describe('addresses that people copy from their browser', () => {
  it.each([
    [`${SHEET}/edit#gid=77`, `${SHEET}/export?format=csv&gid=77`],
    [`${SHEET}/edit?gid=77#gid=77`, `${SHEET}/export?format=csv&gid=77`],
    [`${SHEET}/edit?usp=sharing`, `${SHEET}/export?format=csv`],
    [SHEET, `${SHEET}/export?format=csv`],
    [`https://docs.google.com/spreadsheets/u/1/d/1aB-c_9/view#gid=0`, `${SHEET}/export?format=csv&gid=0`],
    [`${PUBLISHED}/pubhtml?gid=5&single=true`, `${PUBLISHED}/pub?output=csv&gid=5`],
    [`${PUBLISHED}/pubhtml`, `${PUBLISHED}/pub?output=csv`],
    [
      'https://github.com/openfootball/football.json/blob/master/2025-26/de.1.json',
      'https://raw.githubusercontent.com/openfootball/football.json/master/2025-26/de.1.json',
    ],
  ])('%s is read as %s', (address, file) => {
    expect(fileAddress(address)).toBe(file)
    expect(fileAddress(file)).toBe(file)
  })

  it.each([
    `${SHEET}/export?format=xlsx`,
    `${PUBLISHED}/pub?output=xlsx`,
    'https://docs.google.com/document/d/1aB/edit',
    'https://docs.google.com.example.com/spreadsheets/d/1aB/edit',
    'https://example.com/spreadsheets/d/1aB/edit#gid=1',
    'https://github.com/openfootball',
    'no address',
  ])('%s stays as it is', (address) => {
    expect(fileAddress(address)).toBe(address)
  })
})
