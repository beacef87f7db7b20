import { pick, type Random, sample } from './random.ts'

const FIRST_NAMES =
  'Aisha Alfie Amara Amelia Arthur Beatrix Callum Carmen Chloe Daniel Deepa Dylan Elena Ethan Fatima Finn Freya George Grace Hannah Harvey Imogen Isaac Jasmine Joseph Kamil Keira Leo Lucas Maya Mia Nadia Noah Oliver Priya Rosa Samir Sofia Theo Yusuf'.split(
    ' ',
  )
const LAST_NAMES =
  'Abbott Ahmed Barker Begum Brennan Carter Chandra Clarke Collins Dawson Doyle Edwards Farrell Fletcher Foster Grant Hughes Iqbal Jenkins Kaur Kowalski Lewis Mason Mensah Mistry Murphy Newton Okafor Osborne Palmer Reid Rossi Shaw Silva Slater Thorne Turner Walsh Webb Young'.split(
    ' ',
  )
/** Reserved for examples (RFC 2606): mail to these domains reaches nobody. */
const MAIL_DOMAINS = ['example.com', 'example.org', 'example.net']
const APPLICATIONS = [
  'Google Calendar',
  'Google Calendar',
  'Apple Calendar',
  'Apple Calendar',
  'Outlook',
  'Microsoft 365',
]

export interface Person {
  firstName: string
  lastName: string
  email: string
  /** The calendar application they choose. */
  application: string
}

/** Invented people with distinct names. */
export function inventPeople(random: Random, count: number): Person[] {
  const names = FIRST_NAMES.flatMap((firstName) => LAST_NAMES.map((lastName) => ({ firstName, lastName })))
  return sample(random, names, count).map(({ firstName, lastName }) => ({
    firstName,
    lastName,
    email: `${firstName}.${lastName}@${pick(random, MAIL_DOMAINS)}`.toLowerCase(),
    application: pick(random, APPLICATIONS),
  }))
}
