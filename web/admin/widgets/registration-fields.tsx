import { SegmentedControl, Text } from '@mantine/core'
import { useId } from 'react'
import { REGISTRATION_FIELDS, type RegistrationField } from '../../../src/widgets/widget.ts'
import type { Asked } from './widget-form.ts'

const NAMES: Record<RegistrationField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  mobile: 'Mobile number',
  country: 'Country',
  zip: 'Postcode',
  gender: 'Gender',
  age_group: 'Age group',
  dob: 'Date of birth',
}

const CHOICES = [
  { value: 'hidden', label: 'Not asked' },
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required' },
]

interface RegistrationProps {
  fields: Record<RegistrationField, Asked>
  /** The date of birth is required, whatever was chosen for it. */
  birth: boolean
  onChange: (field: RegistrationField, asked: Asked) => void
}

/** What is asked for beside the e-mail. */
export function RegistrationFields({ fields, birth, onChange }: RegistrationProps) {
  const id = useId()
  return (
    <div>
      {REGISTRATION_FIELDS.map((field) => {
        const forced = field === 'dob' && birth
        return (
          <div className="widget-field" key={field}>
            <div>
              <Text id={`${id}-${field}`}>{NAMES[field]}</Text>
              {forced && (
                <Text size="sm" c="dimmed">
                  Required, because an age counts
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
