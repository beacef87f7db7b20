import { type Club, LEAGUE } from './league.ts'
import { pick, type Random } from './random.ts'
import { addDays, type Match } from './season.ts'

/** An event in the API's form. */
type Input = Record<string, unknown> & { reference: string }

/** A match as an event, for the calendars of both clubs. */
export function matchEvent(match: Match): Input {
  const { round, home, away, date, time, endTime } = match
  const key = matchKey(match)
  return {
    reference: key,
    referenceType: `round-${round}`,
    name: `${home.name} v ${away.name}`,
    location: home.ground,
    startDate: date,
    startTime: time,
    endDate: date,
    endTime,
    details: `${LEAGUE.name}, round ${round} of 22.\nTurnstiles open 90 minutes before kick-off. ${away.name} coaches leave their club car park three hours before it.`,
    alert: '1D',
    alert2: '2H',
    draft: match.draft ? 1 : 0,
    'quickLink[1][name]': 'Tickets',
    'quickLink[1][url]': `${LEAGUE.site}/tickets/${key}`,
    'quickLink[2][name]': 'Match centre',
    'quickLink[2][url]': `${LEAGUE.site}/matches/${key}`,
    tags: ['League'],
  }
}

/** All-day events of a club. */
export function clubDays(club: Club, today: string, random: Random): Input[] {
  const openDay = addDays(today, -60 + Math.floor(random() * 120))
  const sale = addDays(today, 14 + Math.floor(random() * 60))
  return [
    {
      reference: `open-day/${club.code}`,
      name: `${club.name}: open day`,
      location: club.ground,
      startDate: openDay,
      endDate: openDay,
      allDay: 'yes',
      details: 'See the dressing rooms, meet the players, take a penalty. Free for everybody.',
      alert: '1D',
      draft: 0,
    },
    {
      reference: `season-tickets/${club.code}`,
      name: `${club.name}: season tickets on sale`,
      location: 'Club shop and online',
      startDate: sale,
      endDate: addDays(sale, 6),
      allDay: 'yes',
      details: 'Members buy at last season’s price in this week.',
      draft: 0,
      'quickLink[1][name]': 'Buy a season ticket',
      'quickLink[1][url]': `${LEAGUE.site}/season-tickets/${club.code.toLowerCase()}`,
    },
  ]
}

/** Private events of a subscriber: a seat at a match, and for some the renewal of their membership. */
export function privateEvents(svcId: string, match: Match, number: number, random: Random): Input[] {
  const { home, away, date, time, endTime } = match
  const seat = `Block ${pick(random, ['A', 'B', 'C', 'D'])}, row ${1 + Math.floor(random() * 30)}, seat ${1 + Math.floor(random() * 24)}`
  const ticket = {
    svcId,
    reference: `ticket-${String(number).padStart(4, '0')}`,
    referenceType: `seats-${matchKey(match)}`,
    name: `Your seat: ${home.name} v ${away.name}`,
    location: home.ground,
    startDate: date,
    startTime: time,
    endDate: date,
    endTime,
    details: `${seat}. Your ticket is in the app.`,
    alert: '3H',
    draft: 0,
  }
  const renewalDate = addDays(date, 10 + Math.floor(random() * 20))
  const renewal = {
    svcId,
    reference: `renewal-${String(number).padStart(4, '0')}`,
    referenceType: 'renewals',
    name: 'Your membership ends today',
    startDate: renewalDate,
    endDate: renewalDate,
    allDay: 'yes',
    details: 'Renew it to keep your seat.',
    alert: '7D',
    draft: 0,
    'quickLink[1][name]': 'Renew',
    'quickLink[1][url]': `${LEAGUE.site}/membership`,
  }
  return number % 3 === 0 ? [ticket, renewal] : [ticket]
}

export function matchKey({ round, home, away }: Match): string {
  return `R${String(round).padStart(2, '0')}-${home.code}-${away.code}`
}
