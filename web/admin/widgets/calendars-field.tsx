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

/** The calendars that people can choose from: all or some. */
export function CalendarsField({ offer, chosen, error, onOffer, onChoose }: CalendarsFieldProps) {
  return (
    <Stack gap="sm">
      <Radio.Group value={offer} onChange={(value) => onOffer(value)} aria-label="Which calendars it offers">
        <Stack gap="xs">
          <Radio value="all" label="All public calendars, including future ones" />
          <Radio value="some" label="Selected calendars" />
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

/** The greatest number of rows. More calendars are matching by typing. */
const MAX_ROWS = 100

function Choice({ chosen, onChoose }: { chosen: string[]; onChoose: (ids: string[]) => void }) {
  const query = usePublicCalendars()
  const [typed, setTyped] = useState('')
  // The calendars chosen at first come first. The order stays, so that rows don't jump under the pointer.
  const [first] = useState(() => new Set(chosen))
  return (
    <Reading query={query} rows={3}>
      {({ config }) => {
        const publicIds = new Set(config.calendars.map(({ id }) => id))
        const hidden = chosen
          .filter((id) => !publicIds.has(id))
          .map((id) => ({ id, name: `Not public now (${id})`, categories: [] as string[] }))
        const all = [...hidden, ...config.calendars].sort(
          (a, b) => Number(first.has(b.id)) - Number(first.has(a.id)),
        )
        const words = typed.trim().toLowerCase()
        const matching = all.filter(({ name, categories }) =>
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
              // Enter would submit the form and save it.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <div className="widget-calendars" role="group" aria-label="Calendars">
              {matching.slice(0, MAX_ROWS).map(({ id, name, categories }) => (
                <div className="widget-calendar" key={id}>
                  <Checkbox
                    checked={chosen.includes(id)}
                    onChange={(event) => toggle(id, event.currentTarget.checked)}
                    label={name}
                    description={categories.join(', ') || undefined}
                  />
                </div>
              ))}
              {matching.length === 0 && (
                <Text p="md" c="dimmed">
                  {all.length === 0 ? 'There are no public calendars yet.' : 'No calendar matches.'}
                </Text>
              )}
            </div>
            <Group justify="space-between">
              <Text size="sm" c="dimmed" aria-live="polite">
                {counted(chosen.length, 'calendar', 'calendars')} chosen
              </Text>
              {matching.length > MAX_ROWS && (
                <Text size="sm" c="dimmed">
                  {MAX_ROWS} of {count(matching.length)} shown. Type to find others.
                </Text>
              )}
            </Group>
          </Stack>
        )
      }}
    </Reading>
  )
}
