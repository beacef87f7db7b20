import { ActionIcon, Box, Button, Collapse, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Section } from '../kit/page.tsx'
import type { EventForm } from './event-fields.tsx'
import { MAX_LINKS } from './event-values.ts'
import { fieldLabel, maxLengthOf } from './field-labels.ts'

/** The links below the details of an event. */
export function QuickLinks({ form }: { form: EventForm }) {
  const links = form.values.quickLinks
  return (
    <Section title="Quick links" text="Shown below the details. Clicks are counted.">
      <Stack>
        {links.map((_, i) => (
          <Group key={i} gap="xs" align="flex-start" wrap="nowrap" role="group" aria-label={`Link ${i + 1}`}>
            <Box flex={1}>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
                <TextInput
                  label={`Name of link ${i + 1}`}
                  placeholder="Tickets"
                  maxLength={255}
                  {...form.getInputProps(`quickLinks.${i}.name`)}
                />
                <TextInput
                  type="url"
                  label={`Address of link ${i + 1}`}
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
              aria-label={`Remove link ${i + 1}`}
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
            Add a link
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            An event can have at most {MAX_LINKS} links.
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
        References for your own programs
      </Button>
      <Collapse expanded={opened}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
          <TextInput
            label={fieldLabel('reference')}
            description="Unique, such as the id in your ticket shop."
            maxLength={maxLengthOf('reference')}
            {...form.getInputProps('reference')}
          />
          <TextInput
            label={fieldLabel('referenceType')}
            description="Shared by events that you change together, such as a round."
            maxLength={maxLengthOf('referenceType')}
            {...form.getInputProps('referenceType')}
          />
        </SimpleGrid>
      </Collapse>
    </Section>
  )
}
