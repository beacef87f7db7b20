import { Alert, Button, Group, Radio, ScrollArea, Select, Stack, Table, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldLabel } from '../events/field-labels.ts'
import { counted } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { Refusal } from '../kit/states.tsx'
import type { Draft, ImportChoices, Preview } from './draft.ts'

const TITLE_FIELDS = ['name', 'home', 'away']
const LENGTHS = [30, 45, 60, 75, 90, 105, 120, 150, 180, 240]

/** Labels of the columns that are no fields of an event. */
const SERIES_LABELS: Record<string, string> = {
  ...{ repeats: 'Repeats', except: 'Not on these days' },
  ...{ home: 'Home team', away: 'Away team', competition: 'Competition', round: 'Round' },
}

/** The second step, for tables: the field of each column, and values for missing cells. */
export function ColumnsStep({
  draft,
  preview,
  busy,
  problem,
  onBack,
  onNext,
  onRead,
}: {
  draft: Draft
  preview: Preview
  busy: boolean
  problem: unknown
  onBack: () => void
  onNext: (choices: ImportChoices) => void
  /** Reads the table again, with another sheet or line of headings. */
  onRead: (choices: Pick<ImportChoices, 'mapping'>) => void
}) {
  const table = preview.table!
  const [columns, setColumns] = useState<Record<string, string>>(() => ({
    ...Object.fromEntries(table.columns.map(({ key, field }) => [key, field ?? ''])),
  }))
  const [order, setOrder] = useState(draft.mapping.dateOrder ?? table.settings.mapping.dateOrder ?? null)
  const [minutes, setMinutes] = useState(table.settings.options.defaultMinutes ?? null)
  const [withoutTime, setWithoutTime] = useState(table.settings.options.withoutTime ?? null)
  const [title, setTitle] = useState(table.settings.mapping.title ?? '{home} – {away}')
  const [sheet, setSheet] = useState(table.settings.mapping.sheet ?? '')
  const [headingLine, setHeadingLine] = useState(table.settings.mapping.headingLine ?? 1)
  const [teamPlaces, setTeamPlaces] = useState<Record<string, string>>(() => ({
    ...Object.fromEntries(table.homes.map(({ team, place }) => [team, place])),
    ...table.settings.options.places,
  }))
  const [location, setLocation] = useState(table.settings.options.defaultLocation ?? '')
  const [asked, setAsked] = useState(false)

  const used = Object.values(columns)
  const hasTeams = used.includes('home') || used.includes('away')
  const missing = [
    ...(TITLE_FIELDS.some((field) => used.includes(field)) ? [] : ['the title']),
    ...(used.includes('startDate') ? [] : ['the first day']),
  ]
  const places = used.includes('location') ? table.withoutLocation : table.rows
  const asksEnd = table.withoutEnd > 0 || !(used.includes('endTime') || used.includes('endDate'))
  const asksTime = table.withoutTime > 0
  const asksOrder = table.dateOrder === 'unknown' || order !== null
  const isComplete =
    missing.length === 0 && (!asksOrder || order !== null) && (!asksTime || withoutTime !== null)
  const next = () => {
    setAsked(true)
    if (!isComplete) return
    const places = Object.fromEntries(Object.entries(teamPlaces).filter(([, place]) => place.trim() !== ''))
    const mapping = { columns, dateOrder: order, sheet, headingLine, ...(hasTeams && title && { title }) }
    const rest = { defaultMinutes: minutes, defaultLocation: location, withoutTime, places }
    onNext({ mapping, options: { ...draft.options, ...rest } })
  }

  return (
    <Section
      title="Match the columns"
      text={`${counted(table.rows, 'row', 'rows')} in ${preview.source.name}. The fields were guessed from the column titles. Correct them where needed.`}
    >
      <Stack gap="lg">
        <Group align="flex-end">
          {table.sheets.length > 1 && (
            <Select
              label="Sheet"
              data={table.sheets.map(({ name, events }) => ({
                value: name,
                label: `${name} (${counted(events, 'event', 'events')})`,
              }))}
              value={sheet}
              allowDeselect={false}
              onChange={(name) => {
                setSheet(name ?? sheet)
                onRead({ mapping: { sheet: name ?? sheet } })
              }}
            />
          )}
          <Select
            label="Line of the headings"
            data={[
              { value: '0', label: 'There are no headings' },
              ...table.lines.map(({ line, cells }) => ({
                value: String(line),
                label: `${line}: ${cells.join(' · ')}`.slice(0, 80),
              })),
            ]}
            value={String(headingLine)}
            allowDeselect={false}
            onChange={(line) => {
              setHeadingLine(Number(line))
              onRead({ mapping: { ...(sheet && { sheet }), headingLine: Number(line) } })
            }}
            maw={420}
          />
        </Group>
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
            Choose the column with {missing.join(', and the one with ')}.
          </Alert>
        )}
        {asksOrder && (
          <Choose
            label="How are dates such as 3/4/2027 written?"
            description="The table has no day after the 12th, so we can’t tell."
            options={[
              ['day', 'Day first: 3 April'],
              ['month', 'Month first: March 4'],
            ]}
            value={order}
            onChange={setOrder}
            asked={asked}
          />
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
          <Choose
            label="What about events without a time?"
            description={`${counted(table.withoutTime, 'row has', 'rows have')} no time.`}
            options={[
              ['allDay', 'They last all day'],
              ['leaveOut', 'Leave them out'],
            ]}
            value={withoutTime}
            onChange={setWithoutTime}
            asked={asked}
          />
        )}
        {hasTeams && (
          <TextInput
            label="Title"
            description="Made of {home}, {away}, {competition}, {round} and {name}."
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            maxLength={200}
            maw={420}
          />
        )}
        {table.homes.length > 0 && (
          <Stack gap="xs" role="group" aria-label="Places by home team">
            <Text fw={500}>Places by home team</Text>
            {table.homes.map(({ team, rows }) => (
              <TextInput
                key={team}
                label={team}
                description={counted(rows, 'row has no place', 'rows have no place')}
                value={teamPlaces[team] ?? ''}
                onChange={(event) => setTeamPlaces({ ...teamPlaces, [team]: event.currentTarget.value })}
                maxLength={255}
                maw={420}
              />
            ))}
          </Stack>
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

/** A question that has to be answered before the table can be read. */
function Choose<Value extends string>({
  label,
  description,
  options,
  value,
  onChange,
  asked,
}: {
  label: string
  description: string
  options: [value: Value, name: string][]
  value: Value | null
  onChange: (value: Value) => void
  /** True once it was tried to go on. */
  asked: boolean
}) {
  return (
    <Radio.Group
      label={label}
      description={description}
      value={value}
      onChange={(chosen) => onChange(chosen)}
      error={asked && value === null ? 'Choose one' : undefined}
    >
      <Group mt="xs">
        {options.map(([option, name]) => (
          <Radio key={option} value={option} label={name} />
        ))}
      </Group>
    </Radio.Group>
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
