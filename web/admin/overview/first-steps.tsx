import { Anchor, Text, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { Section } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { words } from '../words/index.ts'

const STEPS = [
  {
    name: 'calendar',
    title: words.overview.createCalendar,
    to: '/calendars/new',
    text: words.overview.createCalendarText,
  },
  {
    name: 'event',
    title: words.overview.addEvents,
    to: '/events/new',
    text: words.overview.addEventsText,
  },
  {
    name: 'subscriber',
    title: words.overview.putButton,
    to: '/widgets',
    text: words.overview.putButtonText,
  },
] as const

/** The first steps of a new publisher, ticked from the data. Renders nothing once all are done. */
export function FirstSteps({ steps }: Pick<Overview, 'steps'>) {
  const mayEdit = useMay('editor')
  if (STEPS.every(({ name }) => steps[name])) return null
  return (
    <Section title={words.overview.firstSteps} text={words.overview.firstStepsText}>
      <ol className="step-list">
        {STEPS.map(({ name, title, to, text }) => (
          <li key={name} className="step">
            {steps[name] ? (
              <IconCircleCheckFilled size={24} aria-hidden color="var(--ok)" />
            ) : (
              <IconCircle size={24} aria-hidden color="var(--edge)" />
            )}
            <div>
              {mayEdit && !steps[name] ? (
                <Anchor component={Link} to={to} fw={600}>
                  {title}
                </Anchor>
              ) : (
                <Text fw={600} td={steps[name] ? 'line-through' : undefined}>
                  {title}
                </Text>
              )}
              <VisuallyHidden>
                {steps[name] ? words.overview.stepDone : words.overview.stepToDo}
              </VisuallyHidden>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
