import { Skeleton, Table, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ChangeReach } from '../../../src/http/admin/changes-schemas.ts'
import { ChartSection } from '../kit/chart-section.tsx'
import { count, lengthOfTime, percent } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { type Reach, ReachBar } from '../kit/reach.tsx'
import { say, sayCount, sentences } from '../kit/say.tsx'
import { words } from '../words/index.ts'
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
      <Section title={words.changes.nobodyWaits}>
        <Text>{words.changes.nobodyReads}</Text>
        <Text c="dimmed" mt="sm" maw="70ch">
          {aboutSilent(reach)}
        </Text>
      </Section>
    )
  return (
    <Section title={sayCount(words.kit.fetched, active, { share: percent(reached, active) })}>
      <ReachBar reach={reach} big />
      <dl className="reach-legend">
        <Part kind="have" name={sayCount(words.changes.have, reached)} value={reached} />
        <Part kind="partly" name={words.changes.partly} value={partly} />
        <Part kind="waiting" name={sayCount(words.changes.waiting, waiting)} value={waiting} />
      </dl>
      <Text mt="md" maw="70ch">
        {sentences(aboutHalf(data), aboutEstimate(data))}
      </Text>
      <Text c="dimmed" size="sm" mt="sm" maw="70ch">
        {sentences(aboutSilent(reach), words.changes.notLooked)}
      </Text>
    </Section>
  )
}

function NotCounted({ data: { changes } }: { data: ChangeReach }) {
  if (changes.every(({ ended }) => ended))
    return (
      <Section title={words.kit.notCounted}>
        <Text>{words.changes.wasOver}</Text>
      </Section>
    )
  return (
    <Section title={words.kit.counting} text={words.changes.countingText}>
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
      title={words.changes.byApplication}
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
                {say(words.changes.shareOf, { share: percent(reached, active), all: active })}
              </span>
            </li>
          ))}
        </ul>
      }
      columns={[words.changes.application, words.changes.readsFor, words.changes.fetchedFor]}
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
      title={words.changes.overTime}
      sentence={aboutCurve(data)}
      chart={
        <Suspense fallback={<Skeleton h={260} />}>
          <ReachChart curve={curve} />
        </Suspense>
      }
      columns={[words.changes.after, words.changes.haveFetched, words.changes.of]}
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
    <Section title={words.changes.lags} text={words.changes.lagsText}>
      <Table aria-label={words.changes.lags} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.changes.application}</Table.Th>
            <Table.Th className="number">{words.changes.halfWithin}</Table.Th>
            <Table.Th className="number">
              {say(words.changes.shareWithin, { share: percent(90, 100) })}
            </Table.Th>
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
