import { ScrollArea, Select, Table, Text } from '@mantine/core'
import { fieldLabel } from '../kit/field-labels.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import type { Preview } from './draft.ts'

const texts = words.imports

/** Labels of the columns that are no fields of an event. */
const SERIES_LABELS: Record<string, string> = {
  ...{ repeats: texts.repeats, except: texts.except },
  ...{ home: texts.home, away: texts.away, competition: texts.competition, round: texts.round },
}

/** The columns of a table, each with its first cells and its field. */
export function ColumnsTable({
  table,
  columns,
  onChange,
}: {
  table: NonNullable<Preview['table']>
  /** The field of each column by its key; empty: it is not used. */
  columns: Record<string, string>
  onChange: (columns: Record<string, string>) => void
}) {
  return (
    <ScrollArea type="auto" offsetScrollbars="x">
      <Table aria-label={texts.columns} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.column}</Table.Th>
            <Table.Th className="wide-only">{texts.firstCells}</Table.Th>
            <Table.Th>{texts.field}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.columns.map(({ key, samples }) => (
            <Table.Tr key={key}>
              <Table.Td>
                {key}
                {!columns[key] && (
                  <Text size="sm" c="dimmed">
                    {texts.columnUnused}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="wide-only">
                {samples.map((sample, index) => (
                  <div key={index} className="sample">
                    {sample}
                  </div>
                ))}
              </Table.Td>
              <Table.Td>
                <Select
                  aria-label={say(texts.fieldOf, { column: key })}
                  data={choicesFor(key, columns, table.fields)}
                  value={columns[key] || null}
                  placeholder={texts.unused}
                  clearable
                  clearButtonProps={{ 'aria-label': say(texts.dontUse, { column: key }) }}
                  searchable
                  nothingFoundMessage={words.kit.noMatch}
                  onChange={(field) => onChange({ ...columns, [key]: field ?? '' })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}

/** The fields for a column, without those that other columns have taken. */
function choicesFor(key: string, columns: Record<string, string>, fields: string[]) {
  const others = Object.entries(columns).flatMap(([other, field]) => (other === key ? [] : [field]))
  const own = columns[key] && !fields.includes(columns[key]) ? [columns[key]] : []
  const free = [...fields, ...own].filter((field) => !others.includes(field))
  return free.map((field) => ({ value: field, label: SERIES_LABELS[field] ?? fieldLabel(field) }))
}
