import {
  Alert,
  Button,
  Group,
  Radio,
  ScrollArea,
  Select,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { fieldLabel } from '../events/field-labels.ts'
import { counted } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { Refusal } from '../kit/states.tsx'
import type { Draft, ImportChoices, Preview } from './draft.ts'

const REQUIRED_FIELDS = { name: 'the title', startDate: 'the first day' }
const LENGTHS = [30, 45, 60, 75, 90, 105, 120, 150, 180, 240]

/** Labels of the columns that are no fields of an event. */
const SERIES_LABELS: Record<string, string> = { repeats: 'Repeats', except: 'Not on these days' }

/** The second step, for tables: the field of each column, and values for missing cells. */
export function ColumnsStep({
  draft,
  preview,
  busy,
  problem,
  onBack,
  onNext,
}: {
  draft: Draft
  preview: Preview
  busy: boolean
  problem: unknown
  onBack: () => void
  onNext: (choices: ImportChoices) => void
}) {
  const table = preview.table!
  const [columns, setColumns] = useState<Record<string, string>>(() => ({
    ...Object.fromEntries(table.columns.map(({ key, field }) => [key, field ?? ''])),
  }))
  const [order, setOrder] = useState(draft.mapping.dateOrder ?? null)
  const [minutes, setMinutes] = useState(draft.options.defaultMinutes)
  const [allDay, setAllDay] = useState(draft.options.allDayWithoutTime)
  const [location, setLocation] = useState(draft.options.defaultLocation)
  const [asked, setAsked] = useState(false)

  const used = Object.values(columns)
  const missing = Object.entries(REQUIRED_FIELDS).filter(([field]) => !used.includes(field))
  const places = used.includes('location') ? table.withoutLocation : table.rows
  const asksEnd = table.withoutEnd > 0 || !(used.includes('endTime') || used.includes('endDate'))
  const asksTime = table.withoutTime > 0 || allDay || used.includes('startTime')
  const asksOrder = table.dateOrder === 'unknown' || order !== null
  const isComplete = missing.length === 0 && (!asksOrder || order !== null)
  const next = () => {
    setAsked(true)
    if (!isComplete) return
    const mapping = { columns, dateOrder: order }
    const rest = { defaultMinutes: minutes, defaultLocation: location, allDayWithoutTime: allDay }
    onNext({ mapping, options: { ...draft.options, ...rest } })
  }

  return (
    <Section
      title="Match the columns"
      text={`${counted(table.rows, 'row', 'rows')} in ${preview.source.name}. The fields were guessed from the column titles. Correct them where needed.`}
    >
      <Stack gap="lg">
        <ScrollArea type="auto" offsetScrollbars="x">
          <Table aria-label="Columns" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Column</Table.Th>
                <Table.Th className="wide-only">First cells</Table.Th>
                <Table.Th>Field</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {table.columns.map(({ key, samples }) => (
                <Table.Tr key={key}>
                  <Table.Td>
                    {key}
                    {!columns[key] && (
                      <Text size="sm" c="dimmed">
                        not used
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
                      aria-label={`Field of ${key}`}
                      data={choicesFor(key, columns, table.fields)}
                      value={columns[key] || null}
                      placeholder="Not used"
                      clearable
                      clearButtonProps={{ 'aria-label': `Do not use ${key}` }}
                      searchable
                      nothingFoundMessage="No match"
                      onChange={(field) => setColumns({ ...columns, [key]: field ?? '' })}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
        {missing.length > 0 && (
          <Alert color={asked ? 'bad' : 'warn'} role={asked ? 'alert' : undefined}>
            Choose the column with {missing.map(([, words]) => words).join(', and the one with ')}.
          </Alert>
        )}
        {asksOrder && (
          <Radio.Group
            label="How are dates such as 3/4/2027 written?"
            description="The table has no day after the 12th, so we can’t tell."
            value={order}
            onChange={(value) => setOrder(value)}
            error={asked && order === null ? 'Choose one' : undefined}
          >
            <Group mt="xs">
              <Radio value="day" label="Day first: 3 April" />
              <Radio value="month" label="Month first: March 4" />
            </Group>
          </Radio.Group>
        )}
        {asksEnd && (
          <Select
            label="How long is an event without an end?"
            description={
              table.withoutEnd > 0
                ? `${counted(table.withoutEnd, 'row has', 'rows have')} a start time and no end.`
                : 'For rows that have a start time but no end.'
            }
            data={LENGTHS.map((length) => ({ value: String(length), label: lengthWord(length) }))}
            value={minutes === null ? null : String(minutes)}
            onChange={(value) => setMinutes(value === null ? null : Number(value))}
            placeholder="Such rows are errors"
            clearable
            clearButtonProps={{ 'aria-label': 'No length' }}
            maw={420}
          />
        )}
        {asksTime && (
          <Switch
            label="Events without a time last all day"
            description={
              table.withoutTime > 0
                ? `${counted(table.withoutTime, 'row has', 'rows have')} no time, and ${table.withoutTime === 1 ? 'is an error' : 'are errors'} without this.`
                : 'For rows that have no time.'
            }
            checked={allDay}
            onChange={(event) => setAllDay(event.currentTarget.checked)}
          />
        )}
        {places > 0 && (
          <TextInput
            label="Place of events whose row has none"
            description={`${counted(places, 'row has', 'rows have')} no place.`}
            placeholder="Such rows are errors"
            value={location}
            onChange={(event) => setLocation(event.currentTarget.value)}
            maxLength={255}
            maw={420}
          />
        )}
        <Refusal error={problem} />
        <Group justify="space-between">
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button onClick={next} loading={busy}>
            Show what would change
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

/** The fields for a column, without those that other columns have taken. */
function choicesFor(key: string, columns: Record<string, string>, fields: string[]) {
  const others = Object.entries(columns).flatMap(([other, field]) => (other === key ? [] : [field]))
  const own = columns[key] && !fields.includes(columns[key]) ? [columns[key]] : []
  const free = [...fields, ...own].filter((field) => !others.includes(field))
  return free.map((field) => ({ value: field, label: SERIES_LABELS[field] ?? fieldLabel(field) }))
}

function lengthWord(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const words = [hours && counted(hours, 'hour', 'hours'), rest && `${rest} minutes`]
  return words.filter(Boolean).join(' ')
}
