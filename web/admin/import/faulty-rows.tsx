import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { faultText } from '../events/event-differences.ts'
import { fieldLabel } from '../events/field-labels.ts'
import { count, counted } from '../kit/format.ts'
import { saveTable } from '../kit/save-table.ts'
import type { Edit, Preview } from './draft.ts'

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
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        read()
      }}
    >
      <Stack gap="md">
        <Group justify="space-between">
          <Text c="dimmed">These rows are left out, unless you mend them here.</Text>
          <Button
            variant="default"
            size="sm"
            onClick={() => saveTable(['Line', 'Problem', 'Row'], faults.map(rowOf), `${source.name}-errors`)}
          >
            Save the errors as CSV
          </Button>
        </Group>
        <ul className="faulty-rows" aria-label="Errors">
          {faults.slice(0, SHOWN).map((fault, index) => (
            <li key={index}>
              <Text fw={600}>
                Line {count(fault.line)}
                {fault.cells && `: ${cellsText(fault)}`}
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
                <Text size="sm">{fault.message}</Text>
              )}
            </li>
          ))}
        </ul>
        {counts.faults > SHOWN && (
          <Text size="sm" c="dimmed">
            These are the first {SHOWN} of {count(counts.faults)}. The others follow when these are mended.
          </Text>
        )}
        {changed.length > 0 && (
          <Group>
            <Button type="submit" loading={busy}>
              Read again with {counted(changed.length, 'correction', 'corrections')}
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
  const { line, message, errors, cells } = fault
  const problems =
    errors && cells
      ? fieldsToMend(fault).map((field) => `${fieldLabel(field)}: ${problemOf(fault, field)}`)
      : [message]
  return [line, problems.join(' '), cells ? cellsText(fault) : '']
}

/** The filled cells of a row, shortened. */
function cellsText({ cells = {} }: Fault): string {
  return Object.values(cells).filter(Boolean).join(' · ').slice(0, 120)
}

/** A problem in words about the cell that is shown. */
function problemOf({ cells = {}, errors = {} }: Fault, field: string): string {
  const cell = cells[field] ?? ''
  const kind = DATES.includes(field) ? 'date' : TIMES.includes(field) ? 'time' : undefined
  if (kind && cell && /must be a/.test(errors[field]!)) return `“${cell}” is no ${kind}.`
  if (!cell && /required|must be a/.test(errors[field]!))
    return `The row has no ${fieldLabel(field).toLowerCase()}.`
  return faultText(field, errors[field]!)
}
