import './widgets.css'
import { ActionIcon, Anchor, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconExternalLink, IconPlus, IconQrcode } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import { Copy, CopyField } from '../kit/copy.tsx'
import { type List, useList } from '../kit/data.ts'
import { Dialog } from '../kit/dialog.tsx'
import { LiveBadge } from '../kit/draft-or-live.tsx'
import { FilterChips, SearchField, useFilters } from '../kit/filters.tsx'
import { type Column, ListTable } from '../kit/list.tsx'
import { Page, Section } from '../kit/page.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { NewWidget } from './new-widget.tsx'
import { QrPanel } from './qr-panel.tsx'
import { useCode } from './use-code.ts'

const TYPES = { button: words.widgets.button, event: words.widgets.eventList }

/** All widgets of the publisher. There are at most 100, so the browser searches them. */
export function WidgetsPage() {
  const list = useList<WidgetRecord>('/widgets')
  const { filters, set, changed, clear } = useFilters({ q: '', type: '', state: '', sort: '' })
  const [creating, setCreating] = useState(false)
  const [qrWidget, setQrWidget] = useState<WidgetRecord>()
  const may = useMay('editor')
  const create = may && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {words.widgets.newWidget}
    </Button>
  )
  return (
    <Page title={words.widgets.title} text={words.widgets.about} actions={create}>
      <Section>
        <Stack gap="md">
          <Group gap="sm">
            <SearchField value={filters.q} onChange={(q) => set({ q })} hint={words.widgets.searchHint} />
            <FilterChips
              label={words.widgets.kind}
              value={filters.type}
              options={[
                ['', words.kit.all],
                ['button', words.widgets.buttons],
                ['event', words.widgets.eventLists],
              ]}
              onChange={(type) => set({ type })}
            />
            <FilterChips
              label={words.kit.state}
              value={filters.state}
              options={[
                ['', words.kit.all],
                ['draft', words.kit.draft],
                ['live', words.kit.live],
              ]}
              onChange={(state) => set({ state })}
            />
          </Group>
          <ListTable
            label={words.widgets.title}
            list={filterWidgets(list, filters)}
            columns={columns(setQrWidget)}
            rowKey={({ id }) => id}
            sort={filters.sort}
            onSort={(sort) => set({ sort })}
            noun={words.widgets.counted}
            empty={
              changed ? (
                <Empty
                  title={words.widgets.noMatch}
                  action={<Button onClick={clear}>{words.kit.showAll}</Button>}
                />
              ) : (
                <Empty title={words.widgets.none} action={create}>
                  {words.widgets.noneText}
                </Empty>
              )
            }
          />
        </Stack>
      </Section>
      {creating && <NewWidget opened onClose={() => setCreating(false)} />}
      <Dialog
        opened={qrWidget !== undefined}
        onClose={() => setQrWidget(undefined)}
        title={qrWidget && say(words.widgets.qrOf, { name: qrWidget.name })}
      >
        {qrWidget && <CodeOfLink widget={qrWidget} />}
      </Dialog>
    </Page>
  )
}

function CodeOfLink({ widget }: { widget: WidgetRecord }) {
  const { name, directLink } = widget
  return (
    <Stack>
      <QrPanel code={useCode(widget, directLink)} name={name} />
      <CopyField label={words.widgets.opens} value={directLink} what={words.widgets.theLink} />
    </Stack>
  )
}

function columns(showCode: (widget: WidgetRecord) => void): Column<WidgetRecord>[] {
  return [
    {
      key: 'name',
      title: words.kit.name,
      sortable: true,
      cell: ({ id, name, type }) => (
        <>
          <Anchor component={Link} to={`/widgets/${id}`} fw={600}>
            {name}
          </Anchor>
          <Text size="sm" c="dimmed">
            {TYPES[type]}
          </Text>
        </>
      ),
    },
    {
      key: 'offers',
      title: words.widgets.calendars,
      cell: ({ settings: { calendarIds } }) =>
        calendarIds
          ? sayCount(words.calendars.calendarsCounted, calendarIds.length)
          : words.widgets.allPublic,
    },
    {
      key: 'active',
      title: words.kit.state,
      sortable: true,
      cell: ({ active }) => <LiveBadge live={active} />,
    },
    {
      key: 'link',
      title: words.widgets.directLink,
      part: 'buttons',
      cell: (widget) => (
        <Group gap={4} wrap="nowrap">
          <Copy value={widget.directLink} what={say(words.widgets.linkOf, { name: widget.name })} />
          <Tooltip label={words.widgets.open} withArrow>
            <ActionIcon
              component="a"
              href={widget.directLink}
              visibleFrom="sm"
              target="_blank"
              rel="noreferrer"
              variant="subtle"
              color="gray"
              aria-label={say(words.widgets.openOne, { name: widget.name })}
            >
              <IconExternalLink size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={words.widgets.qrCode} withArrow>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={say(words.widgets.qrOf, { name: widget.name })}
              onClick={() => showCode(widget)}
            >
              <IconQrcode size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      ),
    },
  ]
}

function filterWidgets(
  list: List<WidgetRecord>,
  { q, type, state, sort }: Record<'q' | 'type' | 'state' | 'sort', string>,
): List<WidgetRecord> {
  const rows = list.rows
    .filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()))
    .filter((widget) => !type || widget.type === type)
    .filter(({ active }) => !state || active === (state === 'live'))
  const column = sort.replace(/^-/, '')
  if (column === 'name') rows.sort((a, b) => a.name.localeCompare(b.name))
  if (column === 'active') rows.sort((a, b) => Number(b.active) - Number(a.active))
  if (sort.startsWith('-')) rows.reverse()
  return { ...list, rows, count: { value: rows.length, more: false } }
}
