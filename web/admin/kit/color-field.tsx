import { TextInput, type TextInputProps } from '@mantine/core'
import { words } from '../words/index.ts'
import { say } from './say.tsx'

interface ColorFieldProps extends Omit<TextInputProps, 'label' | 'value' | 'onChange'> {
  label: string
  value?: string
  onChange?: (color: string) => void
}

/**
 * A colour as `#rrggbb`, typed or picked with the browser's own picker. The sliders of Mantine's picker have
 * no names for screen readers.
 */
export function ColorField({ value = '', label, onChange, ...props }: ColorFieldProps) {
  const shown = /^#[0-9a-f]{6}$/i.test(value) ? value : '#ffffff'
  return (
    <TextInput
      placeholder="#0b5d3b"
      {...props}
      label={label}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      maxLength={7}
      autoComplete="off"
      leftSection={
        <input
          type="color"
          className="color-pick"
          aria-label={say(words.kit.pickColor, { field: label })}
          value={shown}
          disabled={props.readOnly}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      }
    />
  )
}
