import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'
import { auditOf, BEHIND_PROXY, type TestBrowser, userOf } from '../support/users.ts'

describe.each(DATABASES)('categories in the admin API on %s', (kind) => {
  const app = useTestApp(kind, BEHIND_PROXY)

  /** A club with a calendar in each of these categories. */
  async function clubWith(...categories: string[]) {
    const club = await app.publisher()
    const ed = await userOf(app, club, 'editor')
    const calendars: string[] = []
    for (const paths of categories) calendars.push(await club.calendar({ categories: paths }))
    const idOf = async (path: string) => (await tree(ed)).find((node) => node.path === path)!.id as string
    const pathsOf = async (calendar: string) => (await ed.get(`/calendars/${calendar}`)).body.data.categories
    return { club, ed, calendars, idOf, pathsOf }
  }

  const tree = async (browser: TestBrowser) => (await browser.get('/categories')).body.data as Json[]
  const shown = async (browser: TestBrowser) =>
    (await tree(browser)).map(({ path, calendars, total }) => `${path} ${calendars}/${total}`)

  it('are a tree, each followed by what is below it, with counts', async () => {
    const { ed } = await clubWith(
      'Arts/Opera',
      'Arts and more',
      'Arts, Arts/Opera/Verdi',
      'arts/Team 10, Arts/Team 2',
    )
    expect(await shown(ed)).toEqual([
      'Arts 1/3',
      'Arts/Opera 1/2',
      'Arts/Opera/Verdi 1/1',
      'Arts/Team 2 1/1',
      'arts/Team 10 1/1',
      'Arts and more 1/1',
    ])
    expect((await tree(ed))[2]).toMatchObject({ name: 'Verdi', depth: 2 })
  })

  it('are renamed with all below them', async () => {
    const { club, ed, calendars, idOf, pathsOf } = await clubWith('Sport/Rugby/Men, Youth', 'Sportive')
    const version = async () =>
      (await club.get(`/calendar/${calendars[0]}`)).body.data.latestVersion as number
    const before = await version()
    const id = await idOf('Sport')
    const answer = await ed.put(`/categories/${id}`, { path: ' Games / Team sports ' })
    expect(answer.body.data).toEqual({ path: 'Games/Team sports', calendars: 1 })
    expect(await pathsOf(calendars[0]!)).toEqual(['Games/Team sports/Rugby/Men', 'Youth'])
    expect(await pathsOf(calendars[1]!)).toEqual(['Sportive'])
    expect(await version()).toBeGreaterThan(before)
    expect((await tree(ed)).map(({ path }) => path)).toEqual([
      ...['Games', 'Games/Team sports', 'Games/Team sports/Rugby', 'Games/Team sports/Rugby/Men'],
      ...['Sportive', 'Youth'],
    ])
    // Only the case of letters.
    await ed.put(`/categories/${id}`, { path: 'games/TEAM sports' })
    expect(await pathsOf(calendars[0]!)).toEqual(['games/TEAM sports/Rugby/Men', 'Youth'])
    const log = (await auditOf(app, club.id)).find(({ action }) => action === 'category.change')!
    expect([JSON.parse(log.before!), JSON.parse(log.after!)]).toEqual([
      { path: 'Sport' },
      { path: 'Games/Team sports', calendars: 1 },
    ])
  })

  it('become one with a category that has the path already', async () => {
    const { ed, calendars, idOf, pathsOf } = await clubWith(
      'Football/Men',
      'Soccer/men, Soccer/Women',
      'Soccer, Football',
    )
    await ed.put(`/categories/${await idOf('Soccer')}`, { path: 'football' })
    expect(await pathsOf(calendars[0]!)).toEqual(['Football/Men'])
    expect(await pathsOf(calendars[1]!)).toEqual(['Football/Men', 'football/Women'])
    expect(await pathsOf(calendars[2]!)).toEqual(['Football'])
    expect(await shown(ed)).toEqual(['Football 1/3', 'Football/Men 2/2', 'football/Women 1/1'])
  })

  it('move up, also into a place that is below themselves', async () => {
    const { ed, calendars, idOf, pathsOf } = await clubWith('A/A/A/B', 'A/A', 'A')
    await ed.put(`/categories/${await idOf('A/A')}`, { path: 'A' })
    expect(await Promise.all(calendars.map(pathsOf))).toEqual([['A/A/B'], ['A'], ['A']])
    expect(await shown(ed)).toEqual(['A 2/3', 'A/A 0/1', 'A/A/B 1/1'])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty text', ''],
    ['an empty level', 'Games//Rugby'],
    ['two paths', 'Games, Rugby'],
    ['a place below itself', 'sport/Rugby/New'],
    ['a number', 7],
    ['what makes a path below too long', 'x'.repeat(251)],
  ])('are not moved to %s', async (_, path) => {
    const { ed, idOf } = await clubWith('Sport/Rugby')
    const before = await shown(ed)
    const answer = await ed.put(`/categories/${await idOf('Sport')}`, { path })
    expect([answer.status, answer.body.statusLong]).toEqual([400, 'Invalid Category Data'])
    expect(Object.keys(answer.body.errors)).toEqual(['path'])
    expect(await shown(ed)).toEqual(before)
  })

  it('are deleted with all below them; calendars stay', async () => {
    const { club, ed, calendars, idOf, pathsOf } = await clubWith('Sport/Rugby', 'Sport, Youth', 'Sportive')
    const answer = await ed.delete(`/categories/${await idOf('Sport')}`)
    expect(answer.body.data).toEqual({ path: 'Sport', calendars: 2 })
    expect(await Promise.all(calendars.map(pathsOf))).toEqual([[], ['Youth'], ['Sportive']])
    expect(await shown(ed)).toEqual(['Sportive 1/1', 'Youth 1/1'])
    expect((await ed.get('/categories')).body.uncategorized).toBe(1)
    const { body } = await ed.get('/calendars?category=Uncategorized')
    expect((body.data as Json[]).map(({ id }) => id)).toEqual([calendars[0]])
    expect((await club.get(`/calendar/${calendars[0]}`)).body.data.categories).toEqual(['Uncategorized'])
    // It can be put somewhere again.
    await ed.put(`/calendars/${calendars[0]}`, { subGenre: 'x', categories: 'Sport/Rugby' })
    expect(await pathsOf(calendars[0]!)).toEqual(['Sport/Rugby'])
  })

  it('are nobody else’s, and for editors', async () => {
    const us = await clubWith('Sport')
    const others = await clubWith('Sport')
    const id = await others.idOf('Sport')
    for (const answer of [
      await us.ed.put(`/categories/${id}`, { path: 'X' }),
      await us.ed.delete(`/categories/${id}`),
    ])
      expect([answer.status, answer.body.statusLong]).toEqual([404, `Category with ID [${id}] Not Found`])
    const viewer = await userOf(app, others.club, 'viewer')
    expect((await viewer.delete(`/categories/${id}`)).status).toBe(403)
    expect(await shown(viewer)).toEqual(['Sport 1/1'])
  })

  it('suggest genres, those in use among them', async () => {
    const { club, ed } = await clubWith()
    await club.calendar({ genre: 'Quidditch', subGenre: 'House cup' })
    await club.calendar({ genre: 'Sports', subGenre: 'Curling' })
    const genres = (await ed.get('/genres')).body.data as { genre: string; subGenres: string[] }[]
    expect(genres.find(({ genre }) => genre === 'Quidditch')).toEqual({
      genre: 'Quidditch',
      subGenres: ['House cup'],
    })
    expect(genres.find(({ genre }) => genre === 'Sports')!.subGenres).toEqual(
      expect.arrayContaining(['Curling', 'Rugby']),
    )
    expect(genres.map(({ genre }) => genre)).toEqual(genres.map(({ genre }) => genre).toSorted())
  })
})
