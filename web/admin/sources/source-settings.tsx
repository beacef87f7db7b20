import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { Section } from '../kit/page.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { EVERY, FIELDS, type MergeField, type MergeRule, RULES, type SourceRecord } from './words.ts'

const texts = words.sources

interface SettingsValues extends Record<string, unknown> {
  url: string
  every: string
  rules: Record<MergeField, MergeRule>
}

/** The address and interval of a source, and what it may change. */
export function SourceSettings({ source }: { source: SourceRecord }) {
  const { form, submit, busy, problem } = useServerForm<SettingsValues>({
    initialValues: { url: source.url, every: String(source.every), rules: source.rules },
    save: async (values) => {
      await send('PUT', `/sources/${source.id}`, { ...values, every: Number(values.every) })
      await readAgain('/sources')
      form.resetDirty(values)
      done(texts.settingsSaved)
    },
  })
  return (
    <Section title={words.shell.settings}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={texts.address}
            type="url"
            inputMode="url"
            autoComplete="off"
            {...form.getInputProps('url')}
          />
          <Select
            label={texts.readAgain}
            data={EVERY}
            allowDeselect={false}
            maw={320}
            {...form.getInputProps('every')}
          />
          <div>
            <Text fw={600}>{texts.whenBoth}</Text>
            <Text size="sm" c="dimmed">
              {texts.whenBothText}
            </Text>
          </div>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
            {(Object.keys(FIELDS) as MergeField[]).map((field) => (
              <Select
                key={field}
                label={FIELDS[field]}
                data={RULES}
                allowDeselect={false}
                {...form.getInputProps(`rules.${field}`)}
              />
            ))}
          </SimpleGrid>
          <Refusal error={problem} />
          <Group>
            <Button type="submit" loading={busy} disabled={!form.isDirty()}>
              {words.kit.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
