import { ActionIcon, Box, Button, Collapse, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldLabel, maxLengthOf } from '../kit/field-labels.ts'
import { Section } from '../kit/page.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import type { EventForm } from './event-fields.tsx'
import { MAX_LINKS } from './event-values.ts'

/** The links below the details of an event. */
export function QuickLinks({ form }: { form: EventForm }) {
  const links = form.values.quickLinks
  return (
    <Section title={words.events.quickLinks} text={words.events.quickLinksText}>
      <Stack>
        {links.map((_, i) => (
          <Group
            key={i}
            gap="xs"
            align="flex-start"
            wrap="nowrap"
            role="group"
            aria-label={say(words.events.linkNumber, { number: i + 1 })}
          >
            <Box flex={1}>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
                <TextInput
                  label={say(words.events.nameOfLink, { number: i + 1 })}
                  placeholder={words.events.tickets}
                  maxLength={255}
                  {...form.getInputProps(`quickLinks.${i}.name`)}
                />
                <TextInput
                  type="url"
                  label={say(words.events.addressOfLink, { number: i + 1 })}
                  placeholder="https://"
                  maxLength={2000}
                  {...form.getInputProps(`quickLinks.${i}.url`)}
                />
              </SimpleGrid>
            </Box>
            <ActionIcon
              variant="subtle"
              color="bad"
              size="lg"
              mt={26}
              aria-label={say(words.events.removeLink, { number: i + 1 })}
              onClick={() =>
                // A link in the middle is only emptied, so that later links keep their positions.
                i === links.length - 1
                  ? form.removeListItem('quickLinks', i)
                  : form.setFieldValue(`quickLinks.${i}`, { name: '', url: '' })
              }
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {links.length < MAX_LINKS ? (
          <Button
            variant="default"
            w="fit-content"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => form.insertListItem('quickLinks', { name: '', url: '' })}
          >
            {words.events.addLink}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {sayCount(words.events.mostLinks, MAX_LINKS)}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

/** The publisher's own identifiers for the event. */
export function References({ form }: { form: EventForm }) {
  const { reference, referenceType } = form.values
  const [opened, setOpened] = useState(reference !== '' || referenceType !== '')
  return (
    <Section>
      <Button variant="subtle" px={0} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {words.events.references}
      </Button>
      <Collapse expanded={opened}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
          <TextInput
            label={fieldLabel('reference')}
            description={words.events.referenceText}
            maxLength={maxLengthOf('reference')}
            {...form.getInputProps('reference')}
          />
          <TextInput
            label={fieldLabel('referenceType')}
            description={words.events.referenceTypeText}
            maxLength={maxLengthOf('referenceType')}
            {...form.getInputProps('referenceType')}
          />
        </SimpleGrid>
      </Collapse>
    </Section>
  )
}
