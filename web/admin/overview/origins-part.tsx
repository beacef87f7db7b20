import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { Bars } from './bars.tsx'
import { aboutOrigins, inPeriod, type OriginRow, sum } from './words.ts'

const MOST_BARS = 10

/** By what people came, each with its table. */
const KINDS = {
  calendars: {
    name: words.overview.calendars,
    column: words.overview.calendar,
    path: '/calendars/',
    note: words.overview.calendarsNote,
    nothing: words.overview.noneByCalendar,
  },
  widgets: {
    name: words.overview.widgets,
    column: words.overview.widget,
    path: '/widgets/',
    note: '',
    nothing: words.overview.noneByWidget,
  },
  campaigns: {
    name: words.overview.campaigns,
    column: words.overview.campaign,
    path: '',
    note: words.overview.campaignsNote,
    nothing: words.overview.noneByCampaign,
  },
} as const
type Kind = keyof typeof KINDS

interface NamedRow extends OriginRow {
  to: string | undefined
}

/** Shows the calendars, widgets and campaigns that brought people, and lost them. */
export function OriginsPart({ overview }: { overview: Overview }) {
  const [kind, setKind] = useState<Kind>('calendars')
  const { column, nothing, note } = KINDS[kind]
  const rows = rowsOf(overview, kind)
  const bars = rows.filter(({ joined }) => joined > 0).slice(0, MOST_BARS)
  return (
    <ChartSection
      key={kind}
      title={words.overview.whereFrom}
      sentence={aboutOrigins(overview, rows.filter(isNamed), say(nothing, { when: inPeriod(overview) }))}
      choice={
        <SegmentedControl
          aria-label={words.overview.peopleBy}
          data={Object.entries(KINDS).map(([value, { name: label }]) => ({ value, label }))}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
          size="sm"
          mb="sm"
        />
      }
      chart={
        rows.length === 0 ? undefined : (
          <Bars bars={bars.map(({ key, name, to, joined }) => ({ key, name, to, value: joined }))} />
        )
      }
      columns={[
        column,
        words.overview.joined,
        words.overview.left,
        words.overview.change,
        words.overview.joinedBefore,
        words.overview.leftBefore,
      ]}
      rows={rows.map(({ name, joined, left, before }) => [
        name,
        joined,
        left,
        joined - left,
        before.joined,
        before.left,
      ])}
      note={note || undefined}
    />
  )
}

const OTHERS = ':others'
const NONE = ':none'
const UNKNOWN = ':unknown'

function isNamed({ key }: OriginRow): boolean {
  return key !== '' && !key.startsWith(':')
}

/** The rows, with those that complete the sums. */
function rowsOf(overview: Overview, kind: Kind): NamedRow[] {
  const { rows, others } = overview[kind]
  const named = rows.map((row) => ({
    ...row,
    name: nameOf(row, kind),
    to: KINDS[kind].path && row.key && !row.deleted ? KINDS[kind].path + row.key : undefined,
  }))
  const rest =
    others.count > 0
      ? [{ ...others, key: OTHERS, name: sayCount(words.overview.others, others.count), to: undefined }]
      : []
  const shown = [...named, ...rest]
  if (kind === 'calendars') return shown
  const byWidget = sumOf([...overview.widgets.rows, overview.widgets.others])
  const all = {
    joined: sum(overview.days, 'joined'),
    left: sum(overview.days, 'left'),
    before: overview.before,
  }
  if (kind === 'widgets') return [...shown, ...left(all, byWidget, UNKNOWN, words.overview.notKnown)]
  if (shown.length === 0) return []
  return [
    ...shown,
    ...left(byWidget, sumOf(shown), NONE, words.overview.withoutCampaign),
    ...left(all, byWidget, UNKNOWN, words.overview.notKnown),
  ]
}

type Sums = Pick<OriginRow, 'joined' | 'left' | 'before'>

function sumOf(rows: Sums[]): Sums {
  const total = (valueOf: (row: Sums) => number) => rows.reduce((all, row) => all + valueOf(row), 0)
  return {
    joined: total(({ joined }) => joined),
    left: total((row) => row.left),
    before: { joined: total(({ before }) => before.joined), left: total(({ before }) => before.left) },
  }
}

/** A row for what is left of a whole; none if nothing is. */
function left(whole: Sums, part: Sums, key: string, name: string): NamedRow[] {
  const rest = {
    joined: whole.joined - part.joined,
    left: whole.left - part.left,
    before: {
      joined: whole.before.joined - part.before.joined,
      left: whole.before.left - part.before.left,
    },
  }
  const isNothing = rest.joined === 0 && rest.left === 0 && rest.before.joined === 0 && rest.before.left === 0
  return isNothing ? [] : [{ key, name, to: undefined, ...rest }]
}

function nameOf({ key, name, deleted }: Overview['calendars']['rows'][number], kind: Kind): string {
  if (kind === 'campaigns') return name || words.overview.otherCampaigns
  if (kind === 'widgets')
    return key === '' ? words.overview.withoutWidget : name || words.overview.deletedWidget
  if (!deleted) return name
  return name ? say(words.overview.nameOfDeleted, { name }) : words.kit.deletedCalendar
}
