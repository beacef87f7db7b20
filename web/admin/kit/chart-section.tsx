import { Group, SegmentedControl, Table, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { words } from '../words/index.ts'
import { ApiError } from './api.ts'
import type { ChartKey } from './chart-picture.ts'
import { count } from './format.ts'
import { Section } from './page.tsx'
import { SaveChart } from './save-chart.tsx'
import { say } from './say.tsx'
import { cellText, type TableCell } from './table-cells.ts'

interface ChartSectionProps {
  title: string
  /** One or two sentences that say what the chart shows. */
  sentence: string
  /** Undefined where there is nothing to draw: the sentence then stands alone. */
  chart: ReactNode | undefined
  /** The meanings of its colours; none if there is only one. */
  legend?: ChartKey[]
  /** The table behind the chart: headings and rows. The first column names the row. */
  columns: string[]
  rows: TableCell[][]
  /** A note below the chart. */
  note?: ReactNode
  /** A choice of the chart's subject. */
  choice?: ReactNode
}

/** The chart is drawn once its part of the program is there. */
const DRAWN_WITHIN_MS = 5000

/** A chart, the sentence that says what it shows, and the table behind it. Both can be saved as files. */
export function ChartSection(props: ChartSectionProps) {
  const { title, sentence, chart, legend = [], columns, rows, note, choice } = props
  const [view, setView] = useState('chart')
  const figure = useRef<HTMLElement>(null)
  const showChart = () => {
    setView('chart')
    return drawnIn(figure)
  }
  const actions = chart !== undefined && (
    <>
      <SegmentedControl
        aria-label={say(words.kit.viewOf, { title })}
        data={[
          { value: 'chart', label: words.kit.chart },
          { value: 'table', label: words.kit.table },
        ]}
        value={view}
        onChange={setView}
        size="sm"
      />
      <SaveChart {...{ title, sentence, legend, columns, rows, showChart }} />
    </>
  )
  return (
    <Section title={title} actions={actions}>
      {choice}
      <Text size="sm" c="dimmed" mb={chart === undefined ? 0 : 'md'} maw="70ch">
        {sentence}
      </Text>
      {chart !== undefined &&
        (view === 'chart' ? (
          <figure className="chart" aria-label={`${title}. ${sentence}`} ref={figure}>
            {chart}
            {legend.length > 0 && <Legend legend={legend} />}
          </figure>
        ) : (
          <Numbers title={title} columns={columns} rows={rows} />
        ))}
      {note && (
        <Text size="sm" c="dimmed" mt="sm" maw="70ch">
          {note}
        </Text>
      )}
    </Section>
  )
}

function Legend({ legend }: { legend: ChartKey[] }) {
  return (
    <Group component="ul" className="chart-legend" gap="md">
      {legend.map(({ name, color }) => (
        <li key={name}>
          <span className="chart-key" style={{ background: color }} aria-hidden />
          {name}
        </li>
      ))}
    </Group>
  )
}

/** Waits until the figure has a chart. Throws if it has none after some seconds. */
async function drawnIn(figure: { current: HTMLElement | null }): Promise<HTMLElement> {
  for (const begin = performance.now(); performance.now() - begin < DRAWN_WITHIN_MS;) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const { current } = figure
    if (current?.querySelector('svg.recharts-surface, .bars')) return current
  }
  throw new ApiError(0, words.kit.notDrawn)
}

function Numbers({ title, columns, rows }: Pick<ChartSectionProps, 'title' | 'columns' | 'rows'>) {
  return (
    // It scrolls, so it must be reachable by keyboard.
    <div className="chart-table" tabIndex={0} role="region" aria-label={say(words.kit.asTable, { title })}>
      <Table verticalSpacing={6} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, index) => (
              <Table.Th key={column} className={index > 0 ? 'number' : undefined}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows
            .map((row) => row.map(cellText))
            .map(([name, ...values], place) => (
              <Table.Tr key={`${place} ${name}`}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                {values.map((value, index) => (
                  <Table.Td key={columns[index + 1]} className="number">
                    {typeof value === 'number' ? count(value) : value}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
