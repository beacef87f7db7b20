import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldLabel } from '../kit/field-labels.ts'
import { messageText } from '../kit/reasons.ts'
import { SaveMenu, TABLES } from '../kit/save-menu.tsx'
import { saveTable } from '../kit/save-table.ts'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { type Edit, type Preview, shownName } from './draft.ts'

const texts = words.imports

type Fault = Preview['faults'][number]

const DATES = ['startDate', 'endDate']
const TIMES = ['startTime', 'endTime']
/** Rows with fields to fill in; the file has all. */
const SHOWN = 50

/** The rows that can't be read, each with its cells to mend. What is mended goes along with the file. */
export function FaultyRows({
  preview,
  edits,
  busy,
  onEdit,
}: {
  preview: Preview
  edits: Edit[]
  busy: boolean
  onEdit: (edits: Edit[]) => void
}) {
  const sheet = preview.table?.settings.mapping.sheet ?? ''
  const [typed, setTyped] = useState<Record<string, string>>({})
  const keyOf = (line: number, field: string) => `${line} ${field}`
  const changed = preview.faults.flatMap(({ line, errors = {}, cells = {} }) =>
    Object.keys(errors).flatMap((field): Edit[] => {
      const value = typed[keyOf(line, field)]
      return value === undefined || value === (cells[field] ?? '') ? [] : [{ sheet, line, field, value }]
    }),
  )
  const read = () => {
    const isNew = (edit: Edit) =>
      !changed.some(({ line, field }) => line === edit.line && field === edit.field)
    onEdit([...edits.filter((edit) => edit.sheet !== sheet || isNew(edit)), ...changed])
  }
  const { faults, counts, source } = preview
  const saved = TABLES.map(([format, title]): [string, () => Promise<void>] => {
    const name = say(texts.errorsFile, { name: shownName(source.name) })
    return [title, () => saveTable([texts.line, texts.problem, texts.row], faults.map(rowOf), name, format)]
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        read()
      }}
    >
      <Stack gap="md">
        <Group justify="space-between">
          <Text c="dimmed">{texts.leftOut}</Text>
          <SaveMenu label={texts.saveErrors} files={saved} />
        </Group>
        <ul className="faulty-rows" aria-label={texts.faults}>
          {faults.slice(0, SHOWN).map((fault, index) => (
            <li key={index}>
              <Text fw={600}>
                {fault.cells
                  ? say(texts.lineWith, { line: fault.line, cells: cellsText(fault) })
                  : say(texts.lineAt, { line: fault.line })}
              </Text>
              {fault.cells && fault.errors ? (
                <Group align="flex-start" gap="md">
                  {fieldsToMend(fault).map((field) => (
                    <TextInput
                      key={field}
                      label={fieldLabel(field)}
                      error={problemOf(fault, field)}
                      value={typed[keyOf(fault.line, field)] ?? fault.cells?.[field] ?? ''}
                      disabled={busy}
                      onChange={(event) =>
                        setTyped({ ...typed, [keyOf(fault.line, field)]: event.currentTarget.value })
                      }
                    />
                  ))}
                </Group>
              ) : (
                <Text size="sm">{messageText(fault.message, fault.reason)}</Text>
              )}
            </li>
          ))}
        </ul>
        {counts.faults > SHOWN && (
          <Text size="sm" c="dimmed">
            {say(texts.firstFaults, { shown: SHOWN, all: counts.faults })}
          </Text>
        )}
        {changed.length > 0 && (
          <Group>
            <Button type="submit" loading={busy}>
              {sayCount(texts.readCorrected, changed.length)}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

/** The faulty fields; an end that is not there follows from the start. */
function fieldsToMend({ errors = {}, cells = {} }: Fault): string[] {
  const isFaulty = (field: string) => Object.hasOwn(errors, field)
  return Object.keys(errors).filter(
    (field) =>
      !(field === 'endDate' && isFaulty('startDate') && !cells.endDate) &&
      !(field === 'endTime' && isFaulty('startTime') && !cells.endTime),
  )
}

function rowOf(fault: Fault): (string | number)[] {
  const { line, message, reason, errors, cells } = fault
  const problems =
    errors && cells
      ? fieldsToMend(fault).map((field) =>
          say(texts.fieldProblem, { field: fieldLabel(field), problem: problemOf(fault, field) }),
        )
      : [messageText(message, reason)]
  return [line, problems.join(' '), cells ? cellsText(fault) : '']
}

/** The filled cells of a row, shortened. */
function cellsText({ cells = {} }: Fault): string {
  return Object.values(cells).filter(Boolean).join(' · ').slice(0, 120)
}

/** Of fields that a row must have. */
const MISSING: Record<string, string> = {
  name: texts.rowNoName,
  location: texts.rowNoLocation,
  startDate: texts.rowNoStartDate,
  startTime: texts.rowNoStartTime,
  endDate: texts.rowNoEndDate,
  endTime: texts.rowNoEndTime,
}

/** A problem in words about the cell that is shown. */
function problemOf({ cells = {}, errors = {}, reasons = {} }: Fault, field: string): string {
  const cell = cells[field] ?? ''
  const kind = reasons[field]?.kind
  const isOfKind = kind !== 'date' && kind !== 'time'
  if (cell && !isOfKind && DATES.includes(field)) return say(texts.noDate, { cell })
  if (cell && !isOfKind && TIMES.includes(field)) return say(texts.noTime, { cell })
  if (!cell && (!isOfKind || kind === 'required'))
    return MISSING[field] ?? say(texts.rowNoField, { field: fieldLabel(field) })
  return messageText(errors[field]!, reasons[field])
}
