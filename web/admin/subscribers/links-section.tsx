import { Button, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { CopyField } from '../kit/copy.tsx'
import { readAgain } from '../kit/data.ts'
import { ago, counted, day, moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { done } from '../kit/toast.tsx'

type FeedLink = SubscriberRecord['feedLinks'][number]

/** Ended links shown at first. */
const ENDED = 5

/** The subscriber's links, one for each time they subscribed. Each can be ended, or all together. */
export function LinksSection({ record }: { record: SubscriberRecord }) {
  const { id, feedLinks, links, state } = record
  const mayEnd = useMay('editor') && state === 'active'
  const [asking, setAsking] = useState<FeedLink | 'all'>()
  const [all, setAll] = useState(false)
  // The dialog keeps its text while it closes.
  const [asked, setAsked] = useState<FeedLink>()
  const live = feedLinks.filter(({ ended }) => ended === null)
  const ended = feedLinks.filter(({ ended }) => ended !== null).reverse()
  const shown = [...live.toReversed(), ...(all ? ended : ended.slice(0, ENDED))]
  const end = async (path: string, text: string) => {
    await send('POST', `/subscribers/${id}/${path}`, {})
    await readAgain('/subscribers')
    done(text)
  }
  return (
    <Section
      title="Links"
      text="Each subscribing gives a link of its own, so that one can be ended without the others."
      actions={
        mayEnd &&
        live.length > 0 && (
          <Button variant="default" onClick={() => setAsking('all')}>
            End all
          </Button>
        )
      }
    >
      <Stack>
        <Table aria-label="Links">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Application</Table.Th>
              <Table.Th className="wide-only">Added</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th className="wide-only">Last read</Table.Th>
              <Table.Th>
                <VisuallyHidden>End</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((link) => (
              <Table.Tr key={link.number}>
                <Table.Td>
                  {nameOf(link)}
                  {link.name && link.application && (
                    <Text size="sm" c="dimmed">
                      {link.application}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td className="wide-only">{day(link.created)}</Table.Td>
                <Table.Td>
                  <LinkState link={link} />
                </Table.Td>
                <Table.Td className="wide-only" title={link.lastUsed ? moment(link.lastUsed) : undefined}>
                  {link.lastUsed ? (
                    ago(link.lastUsed)
                  ) : (
                    <Text size="sm" c="dimmed">
                      Never
                    </Text>
                  )}
                </Table.Td>
                <Table.Td className="link-end">
                  {mayEnd && !link.ended && (
                    <Button
                      variant="subtle"
                      aria-label={`End ${nameOf(link)}`}
                      onClick={() => {
                        setAsked(link)
                        setAsking(link)
                      }}
                    >
                      End
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {!all && ended.length > ENDED && (
          <div>
            <Button variant="subtle" onClick={() => setAll(true)}>
              {counted(ended.length - ENDED, 'more ended link', 'more ended links')}
            </Button>
          </div>
        )}
        {links && (
          <>
            <CopyField
              label="Feed"
              value={links.feed}
              what="the feed link"
              description="For their calendar application. Anyone who has it can use it, so give it only to this person."
            />
            <CopyField
              label="Their page"
              value={links.manage}
              what="the link of their page"
              description="Where they choose calendars and reminders"
            />
          </>
        )}
      </Stack>

      <Confirm
        opened={asking !== undefined && asking !== 'all'}
        onClose={() => setAsking(undefined)}
        title="End this link?"
        action="End"
        onConfirm={() => end(`links/${asked!.number}/end`, 'Link ended')}
      >
        {asked && nameOf(asked)}, added {asked && day(asked.created)}. The calendar there will show one note
        that the subscription has ended. All other links go on.
      </Confirm>
      <Confirm
        opened={asking === 'all'}
        onClose={() => setAsking(undefined)}
        title="End all links?"
        action="End all"
        onConfirm={() => end('rotate', 'Links ended')}
      >
        {counted(live.length, 'link stops', 'links stop')} working: calendars that use them will show one note
        that the subscription has ended. They get a new link, but we don’t tell them, so e-mail it to them
        afterwards.
      </Confirm>
    </Section>
  )
}

function LinkState({ link: { confirmed, ended } }: { link: FeedLink }) {
  if (ended)
    return (
      <Text size="sm" c="dimmed">
        Ended {day(ended)}
      </Text>
    )
  if (confirmed) return <>Confirmed {day(confirmed)}</>
  return <StateBadge kind="warn">Pending</StateBadge>
}

function nameOf({ name, application, kind }: FeedLink): string {
  return name || application || (kind === 'account' ? 'Other software' : 'Unknown application')
}
