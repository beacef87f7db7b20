import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconLanguage, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Translations } from '../../../src/widgets/widget.ts'
import type { Language } from '../../../src/words/index.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import type { WidgetFormApi } from './settings-form.tsx'

interface LanguagesProps<Texts> {
  form: WidgetFormApi
  /** The path of the translations in the form. */
  path: string
  translations: Translations<Texts>
  /** The texts of a language that was just added. */
  empty: Texts
  /** The name of the text that gets the focus then. */
  first: keyof Texts & string
  /** The fields of one language; `path` is that of its texts, `attributes` are for its inputs. */
  children: (path: string, language: Language, attributes: { lang: string; dir: 'auto' }) => ReactNode
}

/** The texts in other languages than the plain one, and a button that adds a language. */
export function LanguagesField<Texts>(props: LanguagesProps<Texts>) {
  const { form, path, translations, empty, first, children } = props
  const added = LANGUAGES.filter(({ value }) => value in translations)
  const missing = LANGUAGES.filter(({ value }) => !(value in translations))
  const add = (language: string) => {
    form.setFieldValue(path, { ...translations, [language]: empty })
    requestAnimationFrame(() => form.getInputNode(`${path}.${language}.${first}`)?.focus())
  }
  const remove = (language: string) => {
    form.clearFieldError(`${path}.${language}.${first}`)
    form.setFieldValue(
      path,
      Object.fromEntries(Object.entries(translations).filter(([other]) => other !== language)),
    )
  }
  return (
    <>
      {added.map(({ value, label }) => (
        <div className="widget-language" key={value} role="group" aria-label={label}>
          <Group justify="space-between" mb={4}>
            <Text fw={600} size="sm" lang={value}>
              <bdi>{label}</bdi>
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={say(words.widgets.removeLanguage, { language: label })}
              onClick={() => remove(value)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
          <Stack gap="xs">{children(`${path}.${value}`, value, { lang: value, dir: 'auto' })}</Stack>
        </div>
      ))}
      {missing.length > 0 && (
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button variant="subtle" leftSection={<IconLanguage size={16} />} w="fit-content">
              {words.widgets.addLanguage}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {missing.map(({ value, label }) => (
              <Menu.Item key={value} lang={value} onClick={() => add(value)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
