import { Anchor, Text, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { Section } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'

const STEPS = [
  {
    name: 'calendar',
    title: 'Create a calendar',
    to: '/calendars/new',
    text: 'A team, a venue, a course: anything that people may want to follow.',
  },
  {
    name: 'event',
    title: 'Add events',
    to: '/events/new',
    text: 'One by one, or many at once from a file or an address.',
  },
  {
    name: 'subscriber',
    title: 'Put the button on your website',
    to: '/widgets',
    text: 'Copy its code from Widgets. This is ticked once the first person has subscribed.',
  },
] as const

/** The first steps of a new publisher, ticked from the data. Renders nothing once all are done. */
export function FirstSteps({ steps }: Pick<Overview, 'steps'>) {
  const mayEdit = useMay('editor')
  if (STEPS.every(({ name }) => steps[name])) return null
  return (
    <Section title="First steps" text="Three steps, and people can follow your calendars.">
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
              <VisuallyHidden>{steps[name] ? ', done' : ', to do'}</VisuallyHidden>
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
