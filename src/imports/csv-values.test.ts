import { describe, expect, it } from 'vitest'
import { readMoment, readTime, slashOrder } from './csv-values.ts'

describe('slashOrder', () => {
  it.each([
    [['3/4/2026', '25/4/2026'], 'day'],
    [['3/4/2026', '4/25/2026'], 'month'],
    [['3/4/2026', '5/6/2026'], undefined],
    [['25/4/2026', '4/25/2026'], undefined],
  ])('finds the order of %j', (cells, order) => {
    expect(slashOrder(cells)).toBe(order)
  })
})

describe('readMoment', () => {
  it.each([
    ['2026-03-01', { date: '2026-03-01', time: '' }],
    ['2026-3-1', { date: '2026-03-01', time: '' }],
    ['2026/03/01 9:05', { date: '2026-03-01', time: '09:05' }],
    ['2026-03-01T19:30:00', { date: '2026-03-01', time: '19:30' }],
    ['1.3.2026', { date: '2026-03-01', time: '' }],
    ['1/3/2026', { date: '2026-03-01', time: '' }],
    ['1/3/2026, 7:30 PM', { date: '2026-03-01', time: '19:30' }],
    ['tomorrow', { date: 'tomorrow', time: '' }],
    ['', { date: '', time: '' }],
  ])('reads %j', (cell, moment) => {
    expect(readMoment(cell, 'day')).toEqual(moment)
  })

  it('reads slashes the American way, or not at all', () => {
    expect(readMoment('3/1/2026', 'month').date).toBe('2026-03-01')
    expect(readMoment('3/1/2026', undefined).date).toBe('3/1/2026')
  })
})

describe('readTime', () => {
  it.each([
    ['9:30', '09:30'],
    ['19:30:59', '19:30'],
    ['19.30', '19:30'],
    ['19h30', '19:30'],
    ['7:30 pm', '19:30'],
    ['7pm', '19:00'],
    ['12:15 a.m.', '00:15'],
    ['12 PM', '12:00'],
    ['13:00 pm', '13:00 pm'],
    ['0:30 am', '0:30 am'],
    ['7', '7'],
    ['TBC', 'TBC'],
    ['', ''],
  ])('reads %j as %j', (text, time) => {
    expect(readTime(text)).toBe(time)
  })
})
