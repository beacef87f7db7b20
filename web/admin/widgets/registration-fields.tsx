import { SegmentedControl, Text } from '@mantine/core'
import { useId } from 'react'
import { PROFILE_ROWS } from '../../../src/subscribers/subscriber-fields.ts'
import { REGISTRATION_FIELDS, type RegistrationField } from '../../../src/widgets/widget.ts'
import { PROFILE_LABELS } from '../kit/profile-labels.ts'
import { words } from '../words/index.ts'
import type { Asked } from './widget-form.ts'

const NAMES = Object.fromEntries(PROFILE_ROWS.map(([name, { as }]) => [as, PROFILE_LABELS[name]]))

const CHOICES = [
  { value: 'hidden', label: words.widgets.notAsked },
  { value: 'optional', label: words.widgets.optional },
  { value: 'required', label: words.widgets.required },
]

interface RegistrationProps {
  fields: Record<RegistrationField, Asked>
  /** The date of birth is required, because the widget has an age limit. */
  birthRequired: boolean
  onChange: (field: RegistrationField, asked: Asked) => void
}

/** The registration fields besides the e-mail. */
export function RegistrationFields({ fields, birthRequired, onChange }: RegistrationProps) {
  const id = useId()
  return (
    <div>
      {REGISTRATION_FIELDS.map((field) => {
        const forced = field === 'dob' && birthRequired
        return (
          <div className="widget-field" key={field}>
            <div>
              <Text id={`${id}-${field}`}>{NAMES[field]}</Text>
              {forced && (
                <Text size="sm" c="dimmed">
                  {words.widgets.requiredByAge}
                </Text>
              )}
            </div>
            <SegmentedControl
              aria-labelledby={`${id}-${field}`}
              data={CHOICES}
              value={forced ? 'required' : fields[field]}
              disabled={forced}
              onChange={(asked) => onChange(field, asked as Asked)}
            />
          </div>
        )
      })}
    </div>
  )
}
