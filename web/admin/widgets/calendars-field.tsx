import { Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { say, sayCount } from '../kit/say.tsx'
import { Reading } from '../kit/states.tsx'
import { words } from '../words/index.ts'
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
      <Radio.Group value={offer} onChange={(value) => onOffer(value)} aria-label={words.widgets.offers}>
        <Stack gap="xs">
          <Radio value="all" label={words.widgets.offerAll} />
          <Radio value="some" label={words.widgets.offerSome} />
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
          .map((id) => ({ id, name: say(words.widgets.notPublic, { id }), categories: [] as string[] }))
        const all = [...hidden, ...config.calendars].sort(
          (a, b) => Number(first.has(b.id)) - Number(first.has(a.id)),
        )
        const wanted = typed.trim().toLowerCase()
        const matching = all.filter(({ name, categories }) =>
          `${name} ${categories.join(' ')}`.toLowerCase().includes(wanted),
        )
        const toggle = (id: string, on: boolean) =>
          onChoose(on ? [...chosen, id] : chosen.filter((other) => other !== id))
        return (
          <Stack gap="xs">
            <TextInput
              type="search"
              aria-label={words.widgets.findCalendar}
              placeholder={words.widgets.nameOrCategory}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              // Enter would submit the form and save it.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <div className="widget-calendars" role="group" aria-label={words.widgets.calendars}>
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
                  {all.length === 0 ? words.widgets.noPublic : words.widgets.noCalendarMatches}
                </Text>
              )}
            </div>
            <Group justify="space-between">
              <Text size="sm" c="dimmed" aria-live="polite">
                {sayCount(words.widgets.chosen, chosen.length)}
              </Text>
              {matching.length > MAX_ROWS && (
                <Text size="sm" c="dimmed">
                  {say(words.widgets.shownOf, { shown: MAX_ROWS, all: matching.length })}
                </Text>
              )}
            </Group>
          </Stack>
        )
      }}
    </Reading>
  )
}
