import { Button, Checkbox, Input, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { QuestionKind } from '../../../src/widgets/widget.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { LanguagesField } from './languages-field.tsx'
import { Movable } from './movable.tsx'
import { OptionsField } from './options-field.tsx'
import { type FormQuestion, newOption, newQuestion } from './questions-form.ts'
import type { WidgetFormApi } from './settings-form.tsx'

const MAX_QUESTIONS = 20

const KINDS: { value: QuestionKind; label: string }[] = [
  { value: 'text', label: words.widgets.kindText },
  { value: 'choice', label: words.widgets.kindChoice },
  { value: 'tick', label: words.widgets.kindTick },
]

const QUESTION_TEXTS = {
  entry: words.widgets.question,
  up: words.widgets.questionUp,
  down: words.widgets.questionDown,
  remove: words.widgets.removeQuestion,
}

/** The publisher's own questions. */
export function QuestionsField({ form }: { form: WidgetFormApi }) {
  const { customFields } = form.values
  const add = () => {
    const names = customFields.map(({ name }) => name)
    let n = customFields.length + 1
    while (names.includes(`question_${n}`)) n++
    form.insertListItem('customFields', newQuestion(`question_${n}`))
    const path = `customFields.${customFields.length}.label`
    requestAnimationFrame(() => form.getInputNode(path)?.focus())
  }
  return (
    <Stack gap="sm" align="stretch">
      <Movable
        entries={customFields}
        texts={QUESTION_TEXTS}
        onMove={(from, to) => form.reorderListItem('customFields', { from, to })}
        onRemove={(at) => form.removeListItem('customFields', at)}
      >
        {(question, at) => <QuestionFields form={form} question={question} path={`customFields.${at}`} />}
      </Movable>
      {customFields.length < MAX_QUESTIONS && (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add} w="fit-content">
          {words.widgets.addQuestion}
        </Button>
      )}
    </Stack>
  )
}

interface QuestionProps {
  form: WidgetFormApi
  question: FormQuestion
  path: string
}

function QuestionFields({ form, question, path }: QuestionProps) {
  const { kind, options, translations } = question
  const choose = (chosen: QuestionKind) => {
    form.setFieldValue(`${path}.kind`, chosen)
    if (chosen === 'choice' && options.length === 0)
      form.setFieldValue(`${path}.options`, [newOption(), newOption()])
  }
  return (
    <Stack gap="xs">
      <TextInput
        label={words.widgets.questionText}
        maxLength={255}
        {...form.getInputProps(`${path}.label`)}
      />
      <Input.Wrapper label={words.widgets.answer} labelElement="div">
        <SegmentedControl
          aria-label={words.widgets.answer}
          data={KINDS}
          value={kind}
          onChange={(chosen) => choose(chosen)}
          fullWidth
        />
      </Input.Wrapper>
      {kind === 'choice' && <OptionsField form={form} options={options} path={`${path}.options`} />}
      <TextInput
        label={words.widgets.programName}
        description={words.widgets.programNameText}
        maxLength={100}
        classNames={{ input: 'mono' }}
        {...form.getInputProps(`${path}.name`)}
      />
      <Checkbox
        label={kind === 'tick' ? words.widgets.requiredTick : words.widgets.required}
        {...form.getInputProps(`${path}.required`, { type: 'checkbox' })}
      />
      <LanguagesField
        form={form}
        path={`${path}.translations`}
        translations={translations}
        empty={{ label: '' }}
        first="label"
      >
        {(textsPath, language, attributes) => (
          <>
            <TextInput
              label={words.widgets.questionText}
              maxLength={255}
              {...attributes}
              {...form.getInputProps(`${textsPath}.label`)}
            />
            {kind === 'choice' &&
              options.map((option, at) => {
                const optionPath = `${path}.options.${at}.translations`
                const texts = (label: string) => ({ ...option.translations, [language]: { label } })
                return (
                  <TextInput
                    key={option.key}
                    label={say(words.widgets.optionText, { number: at + 1 })}
                    placeholder={option.label}
                    maxLength={255}
                    {...attributes}
                    value={option.translations[language]?.label ?? ''}
                    error={form.errors[`${optionPath}.${language}.label`]}
                    onChange={(event) => form.setFieldValue(optionPath, texts(event.currentTarget.value))}
                  />
                )
              })}
          </>
        )}
      </LanguagesField>
    </Stack>
  )
}
