/** The league of the demo, its clubs and their grounds: all invented. */
export const LEAGUE = {
  name: 'Lantern Coast League',
  timezone: 'Europe/London',
  site: 'https://lantern-coast.example',
}

/** The person who runs the league. */
export const OWNER = {
  email: 'office@lantern-coast.example',
  firstName: 'Robin',
  lastName: 'Harbour',
  name: 'Robin Harbour',
}

export interface Club {
  /** Three letters, as on a scoreboard. */
  code: string
  name: string
  ground: string
  region: 'North' | 'South'
}

export const CLUBS: readonly Club[] = [
  { code: 'QUI', name: 'Quillhaven Rovers', ground: 'Ropewalk Park, Quillhaven', region: 'North' },
  { code: 'MAR', name: 'Marrowmere Town', ground: 'The Reedbeds, Marrowmere', region: 'North' },
  { code: 'TAR', name: 'Tarnwick Athletic', ground: 'Slate Lane, Tarnwick', region: 'North' },
  { code: 'OLD', name: 'Oldbarrow United', ground: 'Kiln Road, Oldbarrow', region: 'North' },
  { code: 'SAL', name: 'Saltfenny Wanderers', ground: 'Harbour View, Saltfenny', region: 'North' },
  { code: 'EMB', name: 'Emberley Vale', ground: 'Foundry Ground, Emberley', region: 'North' },
  { code: 'COR', name: 'Corvane City', ground: 'Beacon Stadium, Corvane', region: 'South' },
  { code: 'DUN', name: 'Dunmarrow Albion', ground: 'Mill Field, Dunmarrow', region: 'South' },
  { code: 'FAL', name: 'Fallowby Harriers', ground: 'Orchard Road, Fallowby', region: 'South' },
  { code: 'GRE', name: 'Greylinge Bay', ground: 'Lighthouse Park, Greylinge', region: 'South' },
  { code: 'HEX', name: 'Hexleigh Park', ground: 'The Paddock, Hexleigh', region: 'South' },
  { code: 'WRE', name: 'Wrenstow County', ground: 'Abbey Ground, Wrenstow', region: 'South' },
]
