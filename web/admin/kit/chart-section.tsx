import { SegmentedControl, Table, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Section } from './page.tsx'

interface ChartSectionProps {
  title: string
  /** One sentence that says what the chart shows. */
  sentence: string
  chart: ReactNode
  /** The table behind the chart: headings and rows. The first column names the row. */
  columns: string[]
  rows: (string | number)[][]
  /** A note below the chart. */
  note?: string | undefined
}

/** A chart, the sentence that says what it shows, and the table behind it. */
export function ChartSection({ title, sentence, chart, columns, rows, note }: ChartSectionProps) {
  const [view, setView] = useState('Chart')
  const choice = (
    <SegmentedControl
      aria-label={`View of ${title}`}
      data={['Chart', 'Table']}
      value={view}
      onChange={setView}
      size="sm"
    />
  )
  return (
    <Section title={title} actions={choice}>
      <Text size="sm" c="dimmed" mb="md" maw="70ch">
        {sentence}
      </Text>
      {view === 'Chart' ? (
        <figure className="chart" aria-label={`${title}. ${sentence}`}>
          {chart}
        </figure>
      ) : (
        <Numbers title={title} columns={columns} rows={rows} />
      )}
      {note && (
        <Text size="sm" c="dimmed" mt="sm">
          {note}
        </Text>
      )}
    </Section>
  )
}

function Numbers({ title, columns, rows }: Pick<ChartSectionProps, 'title' | 'columns' | 'rows'>) {
  return (
    // It scrolls, so it must be reachable by keyboard.
    <div className="chart-table" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
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
          {rows.map(([name, ...values]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              {values.map((value, index) => (
                <Table.Td key={columns[index + 1]} className="number">
                  {value}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
