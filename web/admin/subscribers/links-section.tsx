import { Button, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { CopyField } from '../kit/copy.tsx'
import { readAgain } from '../kit/data.ts'
import { ago, day, moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'

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
      title={words.subscribers.links}
      text={words.subscribers.linksText}
      actions={
        mayEnd &&
        live.length > 0 && (
          <Button variant="default" onClick={() => setAsking('all')}>
            {words.subscribers.endAll}
          </Button>
        )
      }
    >
      <Stack>
        <Table aria-label={words.subscribers.links}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.subscribers.application}</Table.Th>
              <Table.Th className="wide-only">{words.subscribers.added}</Table.Th>
              <Table.Th>{words.kit.state}</Table.Th>
              <Table.Th className="wide-only">{words.subscribers.lastRead}</Table.Th>
              <Table.Th>
                <VisuallyHidden>{words.subscribers.end}</VisuallyHidden>
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
                      {words.subscribers.never}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td className="link-end">
                  {mayEnd && !link.ended && (
                    <Button
                      variant="subtle"
                      aria-label={say(words.subscribers.endLink, { link: nameOf(link) })}
                      onClick={() => {
                        setAsked(link)
                        setAsking(link)
                      }}
                    >
                      {words.subscribers.end}
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
              {sayCount(words.subscribers.moreEnded, ended.length - ENDED)}
            </Button>
          </div>
        )}
        {links && (
          <>
            <CopyField
              label={words.subscribers.feed}
              value={links.feed}
              what={words.subscribers.feedLink}
              description={words.subscribers.feedText}
            />
            <CopyField
              label={words.subscribers.theirPage}
              value={links.manage}
              what={words.subscribers.pageLink}
              description={words.subscribers.pageText}
            />
          </>
        )}
      </Stack>

      <Confirm
        opened={asking !== undefined && asking !== 'all'}
        onClose={() => setAsking(undefined)}
        title={words.subscribers.endOneTitle}
        action={words.subscribers.end}
        onConfirm={() => end(`links/${asked!.number}/end`, words.subscribers.linkEnded)}
      >
        {asked && say(words.subscribers.endOneText, { link: nameOf(asked), day: day(asked.created) })}
      </Confirm>
      <Confirm
        opened={asking === 'all'}
        onClose={() => setAsking(undefined)}
        title={words.subscribers.endAllTitle}
        action={words.subscribers.endAll}
        onConfirm={() => end('rotate', words.subscribers.linksEnded)}
      >
        {sayCount(words.subscribers.endAllText, live.length)}
      </Confirm>
    </Section>
  )
}

function LinkState({ link: { confirmed, ended } }: { link: FeedLink }) {
  if (ended)
    return (
      <Text size="sm" c="dimmed">
        {say(words.subscribers.endedOn, { day: day(ended) })}
      </Text>
    )
  if (confirmed) return <>{say(words.subscribers.linkConfirmedOn, { day: day(confirmed) })}</>
  return <StateBadge kind="warn">{words.subscribers.pending}</StateBadge>
}

function nameOf({ name, application, kind }: FeedLink): string {
  const { otherSoftware, unknownApplication } = words.subscribers
  return name || application || (kind === 'account' ? otherSoftware : unknownApplication)
}
