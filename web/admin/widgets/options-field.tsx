import { Button, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { FocusEvent } from 'react'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { Movable } from './movable.tsx'
import { type FormOption, type Keyed, newOption } from './questions-form.ts'
import type { WidgetFormApi } from './settings-form.tsx'

const MIN_OPTIONS = 2
const MAX_OPTIONS = 100

const OPTION_TEXTS = {
  entry: words.widgets.option,
  up: words.widgets.optionUp,
  down: words.widgets.optionDown,
  remove: words.widgets.removeOption,
}

interface OptionsProps {
  form: WidgetFormApi
  options: Keyed<FormOption>[]
  path: string
}

/** The options of a question: what people read, and the value that is stored. */
export function OptionsField({ form, options, path }: OptionsProps) {
  const add = () => {
    form.insertListItem(path, newOption())
    requestAnimationFrame(() => form.getInputNode(`${path}.${options.length}.label`)?.focus())
  }
  return (
    <Input.Wrapper label={words.widgets.options} labelElement="div" description={words.widgets.optionsText}>
      <Stack gap="xs" mt={4}>
        <Movable
          entries={options}
          texts={OPTION_TEXTS}
          row
          fewest={MIN_OPTIONS}
          onMove={(from, to) => form.reorderListItem(path, { from, to })}
          onRemove={(at) => form.removeListItem(path, at)}
        >
          {(option, at) => <OptionFields form={form} option={option} at={at} path={`${path}.${at}`} />}
        </Movable>
        {options.length < MAX_OPTIONS && (
          <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={add} w="fit-content">
            {words.widgets.addOption}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

interface OptionProps {
  form: WidgetFormApi
  option: FormOption
  at: number
  path: string
}

function OptionFields({ form, option: { label, value }, at, path }: OptionProps) {
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Set once: a later change of the text must not change what is stored.
    if (!currentTarget.contains(relatedTarget) && !value.trim() && label.trim())
      form.setFieldValue(`${path}.value`, label.trim())
  }
  return (
    <div className="widget-row-fields" onBlur={leave}>
      <TextInput
        aria-label={say(words.widgets.optionText, { number: at + 1 })}
        placeholder={words.widgets.text}
        maxLength={255}
        {...form.getInputProps(`${path}.label`)}
      />
      <TextInput
        aria-label={say(words.widgets.optionValue, { number: at + 1 })}
        placeholder={words.widgets.value}
        maxLength={255}
        classNames={{ input: 'mono' }}
        {...form.getInputProps(`${path}.value`)}
      />
    </div>
  )
}
