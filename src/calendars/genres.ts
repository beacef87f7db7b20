import type { Db } from '../db/database.ts'
import { byName } from './by-name.ts'

/** Suggested genres and their sub-genres; any other text is a valid genre. */
const GENRES: Record<string, string[]> = {
  Sports: [
    ...[
      'American football',
      'Athletics',
      'Badminton',
      'Baseball',
      'Basketball',
      'Boxing',
      'Cricket',
      'Cycling',
    ],
    ...['Darts', 'Equestrian', 'Field hockey', 'Football', 'Golf', 'Gymnastics', 'Handball', 'Ice hockey'],
    ...['Martial arts', 'Motorsport', 'Netball', 'Rowing', 'Rugby', 'Running', 'Sailing', 'Snooker'],
    ...['Swimming', 'Table tennis', 'Tennis', 'Triathlon', 'Volleyball', 'Winter sports'],
  ],
  Music: ['Classical', 'Concerts', 'Electronic', 'Festivals', 'Folk', 'Jazz', 'Opera', 'Pop', 'Rock'],
  'Arts and culture': ['Cinema', 'Comedy', 'Dance', 'Exhibitions', 'Literature', 'Museums', 'Theatre'],
  Education: ['Adult education', 'College', 'Nursery', 'School', 'University'],
  Community: ['Charity', 'Clubs', 'Council', 'Neighbourhood', 'Religion', 'Volunteering', 'Youth'],
  Business: [
    'Conferences',
    'Deadlines',
    'Finance',
    'Product launches',
    'Trade fairs',
    'Training',
    'Webinars',
  ],
  Entertainment: ['Games', 'Radio', 'Releases', 'Television', 'Streaming'],
  Family: ['Birthdays', 'Children', 'Holidays', 'Waste collection'],
  Health: ['Clinics', 'Donations', 'Fitness', 'Prevention', 'Support groups'],
  'Food and drink': ['Markets', 'Menus', 'Tastings'],
  Shopping: ['Fashion', 'Offers', 'Openings', 'Sales'],
  Travel: ['Cruises', 'Public transport', 'School holidays', 'Tours'],
}

export interface GenreSuggestion {
  genre: string
  subGenres: string[]
}

/** The genres that a publisher uses, and suggestions, both sorted by name. */
export async function suggestGenres(db: Db, publisherId: number): Promise<GenreSuggestion[]> {
  const used = await db
    .selectFrom('calendar')
    .select(['genre', 'sub_genre'])
    .distinct()
    .where('publisher_id', '=', publisherId)
    .orderBy('genre')
    .orderBy('sub_genre')
    .execute()
  const genres = new Map<string, Set<string>>()
  const add = (genre: string, subGenres: string[]) => {
    const names = genres.get(genre) ?? new Set()
    for (const subGenre of subGenres) names.add(subGenre)
    genres.set(genre, names)
  }
  for (const { genre, sub_genre } of used) add(genre, [sub_genre])
  for (const [genre, subGenres] of Object.entries(GENRES)) add(genre, subGenres)
  return [...genres]
    .map(([genre, subGenres]) => ({ genre, subGenres: [...subGenres].sort(byName) }))
    .sort((a, b) => byName(a.genre, b.genre))
}
