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
import { counted } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Page, Section } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'
import { NewWidget } from './new-widget.tsx'
import { QrPanel } from './qr-panel.tsx'

const TYPES = { button: 'Subscribe button', event: 'Event list' }

/** All widgets of the publisher. There are at most 100, so the browser searches them. */
export function WidgetsPage() {
  const list = useList<WidgetRecord>('/widgets')
  const { filters, set, changed, clear } = useFilters({ q: '', type: '', state: '', sort: '' })
  const [creating, setCreating] = useState(false)
  const [qrWidget, setQrWidget] = useState<WidgetRecord>()
  const may = useMay('editor')
  const create = may && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New widget
    </Button>
  )
  return (
    <Page
      title="Widgets"
      text="Ways for people to subscribe: buttons and event lists for your pages, and links for e-mails and posts."
      actions={create}
    >
      <Section>
        <Stack gap="md">
          <Group gap="sm">
            <SearchField value={filters.q} onChange={(q) => set({ q })} hint="Name of the widget" />
            <FilterChips
              label="Kind"
              value={filters.type}
              options={[
                ['', 'All'],
                ['button', 'Buttons'],
                ['event', 'Event lists'],
              ]}
              onChange={(type) => set({ type })}
            />
            <FilterChips
              label="State"
              value={filters.state}
              options={[
                ['', 'All'],
                ['draft', 'Draft'],
                ['live', 'Live'],
              ]}
              onChange={(state) => set({ state })}
            />
          </Group>
          <ListTable
            label="Widgets"
            list={filterWidgets(list, filters)}
            columns={columns(setQrWidget)}
            rowKey={({ id }) => id}
            sort={filters.sort}
            onSort={(sort) => set({ sort })}
            noun={['widget', 'widgets']}
            empty={
              changed ? (
                <Empty title="No widget matches" action={<Button onClick={clear}>Show all</Button>} />
              ) : (
                <Empty title="No widgets yet" action={create}>
                  A widget is a button or a list of events for your page.
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
        title={qrWidget && `QR code of ${qrWidget.name}`}
      >
        {qrWidget && (
          <Stack>
            <QrPanel link={qrWidget.directLink} name={qrWidget.name} />
            <CopyField label="It opens" value={qrWidget.directLink} what="the link" />
          </Stack>
        )}
      </Dialog>
    </Page>
  )
}

function columns(showCode: (widget: WidgetRecord) => void): Column<WidgetRecord>[] {
  return [
    {
      key: 'name',
      title: 'Name',
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
      title: 'Calendars',
      cell: ({ settings: { calendarIds } }) =>
        calendarIds ? counted(calendarIds.length, 'calendar', 'calendars') : 'All public calendars',
    },
    {
      key: 'active',
      title: 'State',
      sortable: true,
      cell: ({ active }) => <LiveBadge live={active} />,
    },
    {
      key: 'link',
      title: 'Direct link',
      part: 'buttons',
      cell: (widget) => (
        <Group gap={4} wrap="nowrap">
          <Copy value={widget.directLink} what={`the link of ${widget.name}`} />
          <Tooltip label="Open" withArrow>
            <ActionIcon
              component="a"
              href={widget.directLink}
              visibleFrom="sm"
              target="_blank"
              rel="noreferrer"
              variant="subtle"
              color="gray"
              aria-label={`Open ${widget.name}`}
            >
              <IconExternalLink size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="QR code" withArrow>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`QR code of ${widget.name}`}
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
