import { Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { count, counted } from '../kit/format.ts'
import { Reading } from '../kit/states.tsx'
import { usePublicCalendars } from './use-preview.ts'
import type { WidgetForm } from './widget-form.ts'

interface CalendarsFieldProps {
  offer: WidgetForm['offer']
  chosen: string[]
  error: React.ReactNode
  onOffer: (offer: WidgetForm['offer']) => void
  onChoose: (ids: string[]) => void
}

/** Which calendars people can choose from: all, or some. */
export function CalendarsField({ offer, chosen, error, onOffer, onChoose }: CalendarsFieldProps) {
  return (
    <Stack gap="sm">
      <Radio.Group value={offer} onChange={(value) => onOffer(value)} aria-label="Which calendars it offers">
        <Stack gap="xs">
          <Radio value="all" label="All public calendars, also those to come" />
          <Radio value="some" label="Only some" />
        </Stack>
      </Radio.Group>
      {offer === 'some' && <Choice {...{ chosen, onChoose }} />}
      {error && (
        <Text c="bad" size="sm" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

/** So many rows are looked through by eye; more are found by typing. */
const ROWS = 100

function Choice({ chosen, onChoose }: { chosen: string[]; onChoose: (ids: string[]) => void }) {
  const query = usePublicCalendars()
  const [typed, setTyped] = useState('')
  // Those that were chosen stand first, as they were when the list came up: rows don't jump under the pointer.
  const [first] = useState(() => new Set(chosen))
  return (
    <Reading query={query} rows={3}>
      {({ config }) => {
        const known = new Set(config.calendars.map(({ id }) => id))
        const hidden = chosen
          .filter((id) => !known.has(id))
          .map((id) => ({ id, name: `Not public now (${id})`, categories: [] as string[] }))
        const all = [...hidden, ...config.calendars].sort(
          (a, b) => Number(first.has(b.id)) - Number(first.has(a.id)),
        )
        const words = typed.trim().toLowerCase()
        const found = all.filter(({ name, categories }) =>
          `${name} ${categories.join(' ')}`.toLowerCase().includes(words),
        )
        const toggle = (id: string, on: boolean) =>
          onChoose(on ? [...chosen, id] : chosen.filter((other) => other !== id))
        return (
          <Stack gap="xs">
            <TextInput
              type="search"
              aria-label="Find a calendar"
              placeholder="Name or category"
              leftSection={<IconSearch size={16} aria-hidden />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              // Not the form's: that would save it.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <div className="widget-calendars" role="group" aria-label="Calendars">
              {found.slice(0, ROWS).map(({ id, name, categories }) => (
                <div className="widget-calendar" key={id}>
                  <Checkbox
                    checked={chosen.includes(id)}
                    onChange={(event) => toggle(id, event.currentTarget.checked)}
                    label={name}
                    description={categories.join(', ') || undefined}
                  />
                </div>
              ))}
              {found.length === 0 && (
                <Text p="md" c="dimmed">
                  {all.length === 0 ? 'There is no public calendar yet.' : 'No calendar is called that.'}
                </Text>
              )}
            </div>
            <Group justify="space-between">
              <Text size="sm" c="dimmed" aria-live="polite">
                {counted(chosen.length, 'calendar', 'calendars')} chosen
              </Text>
              {found.length > ROWS && (
                <Text size="sm" c="dimmed">
                  {ROWS} of {count(found.length)} shown. Type to find others.
                </Text>
              )}
            </Group>
          </Stack>
        )
      }}
    </Reading>
  )
}
