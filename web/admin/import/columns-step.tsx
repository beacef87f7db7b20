import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldLabel } from '../kit/field-labels.ts'
import { Section } from '../kit/page.tsx'
import { sayCount } from '../kit/say.tsx'
import { Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { ColumnsTable } from './columns-table.tsx'
import { type Draft, type ImportChoices, type Preview, shownName } from './draft.ts'
import { ChoiceQuestion, LengthQuestion } from './table-questions.tsx'

const texts = words.imports

const TITLE_FIELDS = ['name', 'home', 'away']

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
  const hasTitle = TITLE_FIELDS.some((field) => used.includes(field))
  const missing = missingText(hasTitle, used.includes('startDate'))
  const places = used.includes('location') ? table.withoutLocation : table.rows
  const asksEnd = table.withoutEnd > 0 || !(used.includes('endTime') || used.includes('endDate'))
  const asksTime = table.withoutTime > 0
  const asksOrder = table.dateOrder === 'unknown' || order !== null
  const isComplete = !missing && (!asksOrder || order !== null) && (!asksTime || withoutTime !== null)
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
      title={texts.matchColumns}
      text={sayCount(texts.matchText, table.rows, { source: shownName(preview.source.name) })}
    >
      <Stack gap="lg">
        <Group align="flex-end">
          {table.sheets.length > 1 && (
            <Select
              label={texts.sheet}
              data={table.sheets.map(({ name, events }) => ({
                value: name,
                label: sayCount(texts.sheetOf, events, { name }),
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
            label={texts.headingLine}
            data={[
              { value: '0', label: texts.noHeadings },
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
        <ColumnsTable table={table} columns={columns} onChange={setColumns} />
        {missing && (
          <Alert color={asked ? 'bad' : 'warn'} role={asked ? 'alert' : undefined}>
            {missing}
          </Alert>
        )}
        {asksOrder && (
          <ChoiceQuestion
            label={texts.askOrder}
            description={texts.askOrderText}
            options={[
              ['day', texts.dayFirst],
              ['month', texts.monthFirst],
            ]}
            value={order}
            onChange={setOrder}
            asked={asked}
          />
        )}
        {asksEnd && <LengthQuestion rows={table.withoutEnd} minutes={minutes} onChange={setMinutes} />}
        {asksTime && (
          <ChoiceQuestion
            label={texts.askTime}
            description={sayCount(texts.rowsNoTime, table.withoutTime)}
            options={[
              ['allDay', texts.theyLastAllDay],
              ['leaveOut', texts.leaveOut],
            ]}
            value={withoutTime}
            onChange={setWithoutTime}
            asked={asked}
          />
        )}
        {hasTeams && (
          <TextInput
            label={fieldLabel('name')}
            description={texts.titleText}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            maxLength={200}
            maw={420}
          />
        )}
        {table.homes.length > 0 && (
          <Stack gap="xs" role="group" aria-label={texts.teamPlaces}>
            <Text fw={500}>{texts.teamPlaces}</Text>
            {table.homes.map(({ team, rows }) => (
              <TextInput
                key={team}
                label={team}
                description={sayCount(texts.rowsNoPlaceOf, rows)}
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
            label={texts.placeWithout}
            description={sayCount(texts.rowsNoPlace, places)}
            placeholder={texts.areErrors}
            value={location}
            onChange={(event) => setLocation(event.currentTarget.value)}
            maxLength={255}
            maw={420}
          />
        )}
        <Refusal error={problem} />
        <Group justify="space-between">
          <Button variant="default" onClick={onBack}>
            {texts.back}
          </Button>
          <Button onClick={next} loading={busy}>
            {texts.showChanges}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

function missingText(hasTitle: boolean, hasDay: boolean): string | undefined {
  if (hasTitle) return hasDay ? undefined : texts.missingDay
  return hasDay ? texts.missingTitle : texts.missingBoth
}
