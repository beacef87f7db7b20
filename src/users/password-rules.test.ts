import { expect, it } from 'vitest'
import { passwordFault } from './password-rules.ts'

const ABOUT = ['olive.owner@example.com', 'City Rugby']

it.each([
  'correct horse battery',
  'nur-ein-Satz-mit-Ö',
  'パスワードは長いほうがよいです',
  'x7'.repeat(100).slice(0, 197) + 'abc',
  'city rugby plays on sundays',
])('accepts %s', (password) => {
  expect(passwordFault(password, ABOUT)).toBeUndefined()
})

it.each([
  ['elevenchars', 'be 12 to 200 characters'],
  ['🏉🏉🏉🏉🏉🏉🏉🏉🏉🏉🏉', 'be 12 to 200 characters'],
  ['abcd'.repeat(51), 'be 12 to 200 characters'],
  ['', 'be 12 to 200 characters'],
  ['Password1234', 'not be one of the commonest'],
  ['aaaaaaaaaaaa', 'not be one of the commonest'],
  ['121212121212', 'not be one of the commonest'],
  ['Olive.Owner@Example.com', 'not be the e-mail or the name of the company'],
  ['olive.owner2027!', 'not be the e-mail or the name of the company'],
  ['City  Rugby 2027', 'not be the e-mail or the name of the company'],
])('refuses %s', (password, fault) => {
  expect(passwordFault(password, ABOUT)).toBe(fault)
})
