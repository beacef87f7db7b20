import { Skeleton, Table, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ChangeReach } from '../../../src/http/admin/changes-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import { count, lengthOfTime, percent } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { type Reach, ReachBar } from '../kit/reach.tsx'
import { aboutApplications, aboutCurve, aboutEstimate, aboutHalf, aboutSilent, byShare } from './words.ts'

// The chart library is large, so it loads after the numbers.
const ReachChart = lazy(() => import('./reach-chart.tsx').then((m) => ({ default: m.ReachChart })))

/** How many have the change, have it partly, wait, or are silent. */
export function ReachPart({ data }: { data: ChangeReach }) {
  const { reach } = data
  if (!reach) return <NotCounted data={data} />
  const { active, reached, partly } = reach
  const waiting = active - reached - partly
  if (active === 0)
    return (
      <Section title="Nobody is waiting">
        <Text>No application is reading this calendar for the subscribers that it had at the change.</Text>
        <Text c="dimmed" mt="sm" maw="70ch">
          {aboutSilent(reach)}
        </Text>
      </Section>
    )
  return (
    <Section title={`${percent(reached, active)} of ${count(active)} have fetched it`}>
      <ReachBar reach={reach} big />
      <dl className="reach-legend">
        <Part kind="have" name={reached === 1 ? 'has it' : 'have it'} value={reached} />
        <Part kind="partly" name="on one application, not yet on another" value={partly} />
        <Part kind="waiting" name={waiting === 1 ? 'is waiting' : 'are waiting'} value={waiting} />
      </dl>
      <Text mt="md" maw="70ch">
        {aboutHalf(data)} {aboutEstimate(data)}
      </Text>
      <Text c="dimmed" size="sm" mt="sm" maw="70ch">
        {aboutSilent(reach)} Fetched by the application does not mean looked at by the person.
      </Text>
    </Section>
  )
}

function NotCounted({ data: { changes } }: { data: ChangeReach }) {
  if (changes.every(({ ended }) => ended))
    return (
      <Section title="Not counted">
        <Text>The event was over already when it was changed.</Text>
      </Section>
    )
  return (
    <Section
      title="Counting"
      text="This takes a few seconds. Changes older than 14 days are no longer counted."
    >
      <Skeleton h={28} />
    </Section>
  )
}

function Part({ kind, name, value }: { kind: 'have' | 'partly' | 'waiting'; name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{count(value)}</dd>
      <i className={`reach-${kind}`} aria-hidden />
    </div>
  )
}

export function ApplicationsPart({ reach }: { reach: Reach }) {
  const sorted = byShare(reach.applications)
  return (
    <ChartSection
      title="By application"
      sentence={aboutApplications(sorted)}
      chart={
        <ul className="bars">
          {sorted.map(({ name, active, reached }) => (
            <li key={name}>
              <span className="bar-name">{name}</span>
              <span className="bar-track">
                <span className="bar" style={{ width: percentWidth(reached, active) }} />
              </span>
              <span className="number">
                {percent(reached, active)} of {count(active)}
              </span>
            </li>
          ))}
        </ul>
      }
      columns={['Application', 'Reads the calendar for', 'Has fetched it for']}
      rows={sorted.map(({ name, active, reached }) => [name, active, reached])}
    />
  )
}

function percentWidth(part: number, whole: number): string {
  return `${(100 * part) / whole}%`
}

export function CurvePart({ data }: { data: ChangeReach }) {
  const { curve } = data
  if (curve.length < 2) return null
  return (
    <ChartSection
      title="Over time"
      sentence={aboutCurve(data)}
      chart={
        <Suspense fallback={<Skeleton h={260} />}>
          <ReachChart curve={curve} />
        </Suspense>
      }
      columns={['After', 'Have fetched it', 'Of']}
      rows={curve
        .toReversed()
        .map(({ minutes, reached, active }) => [lengthOfTime(minutes), reached, active])}
    />
  )
}

/** How long each application takes as a rule. */
export function LagsPart({ lags }: Pick<ChangeReach, 'lags'>) {
  if (lags.length === 0) return null
  const sorted = lags.toSorted((a, b) => a.median - b.median)
  return (
    <Section
      title="How long applications usually take"
      text="From a change until the application fetched it, in the last four weeks."
    >
      <Table aria-label="How long applications usually take" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Application</Table.Th>
            <Table.Th className="number">Half within</Table.Th>
            <Table.Th className="number">90% within</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map(({ application, median, most }) => (
            <Table.Tr key={application}>
              <Table.Th scope="row" fw={400}>
                {application}
              </Table.Th>
              <Table.Td className="number">{lengthOfTime(median)}</Table.Td>
              <Table.Td className="number">{lengthOfTime(most)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}
