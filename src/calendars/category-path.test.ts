import { describe, expect, it } from 'vitest'
import { readCategoryPaths, withAncestors } from './category-path.ts'

describe('readCategoryPaths', () => {
  it.each([
    ['Sports', ['Sports']],
    ['Sports/Football,Men', ['Sports/Football', 'Men']],
    ['Sports / Football , Men', ['Sports/Football', 'Men']],
    ['Sports,sports', ['Sports']],
  ])('reads %j', (text, paths) => {
    expect(readCategoryPaths(text)).toEqual(paths)
  })

  it.each(['', ' ', 'Sports//Football', '/Sports', 'Sports/', 'Sports,,Men', 'x'.repeat(256)])(
    'refuses %j',
    (text) => {
      expect(readCategoryPaths(text)).toBeUndefined()
    },
  )
})

it('lists a path and its ancestors', () => {
  expect(withAncestors('A/B/C')).toEqual(['A', 'A/B', 'A/B/C'])
})
