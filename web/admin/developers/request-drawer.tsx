import { Alert, Button, Drawer, Group, List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RequestDetails } from '../../../src/http/admin/request-log-schemas.ts'
import { Copyable } from '../kit/copy.tsx'
import { useData } from '../kit/data.ts'
import { exactMoment } from '../kit/format.ts'
import { loggedText } from '../kit/reasons.ts'
import { Say, say, sayCount } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { Facts } from './facts.tsx'
import { RequestStatus } from './request-status.tsx'

/** One request: why it was refused, and a link to the signature check. */
export function RequestDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useData<RequestDetails>(id && `/requests/${encodeURIComponent(id)}`)
  const isThis = query.data && [query.data.id, query.data.requestId].includes(id ?? '')
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={words.auditLog.request}
      closeButtonProps={{ 'aria-label': words.kit.close }}
    >
      <Reading query={isThis ? query : { ...query, data: undefined }}>
        {(request) => <Details request={request} />}
      </Reading>
    </Drawer>
  )
}

function Details({ request }: { request: RequestDetails }) {
  const { status, reason, code, errors, codes = {}, query, body, checkable } = request
  return (
    <Stack>
      <Text className="mono open-row">
        {request.method} {request.path}
      </Text>
      {status >= 400 && (
        <Alert
          color={status < 500 ? 'warn' : 'bad'}
          title={reason ? loggedText(reason, code) : words.developers.noReason}
        >
          {errors && (
            <List size="sm">
              {Object.entries(errors).map(([field, text]) => (
                <List.Item key={field}>
                  <Say
                    text={words.developers.fieldError}
                    values={{ field: <b dir="ltr">{field}</b>, error: loggedText(text, codes[field]) }}
                  />
                </List.Item>
              ))}
            </List>
          )}
          {checkable && words.developers.wrongSignature}
          {status >= 500 && words.developers.serviceError}
        </Alert>
      )}
      <Facts
        facts={[
          [words.developers.response, <RequestStatus key="status" status={status} />],
          [words.kit.when, exactMoment(request.at)],
          [words.developers.key, request.keyName || request.apiKey],
          [words.developers.took, say(words.developers.ms, { ms: request.durationMs })],
          [
            'X-Request-Id',
            <Copyable key="id" value={request.requestId} what={words.developers.theRequestId} />,
          ],
          [
            words.developers.parameters,
            query && query.map(({ name, value }) => `${name} = ${value}`).join(', '),
          ],
          [
            words.developers.body,
            body &&
              (body.bytes === 0
                ? words.developers.noBody
                : sayCount(words.developers.bytesNotStored, body.bytes)),
          ],
        ]}
      />
      {checkable && <Check id={request.id} />}
    </Stack>
  )
}

function Check({ id }: { id: string }) {
  if (!useMay('owner')) return <Text c="dimmed">{words.developers.ownerChecks}</Text>
  return (
    <Group>
      <Button
        renderRoot={(props) => (
          <Link to="/developers/$tab" params={{ tab: 'signature' }} search={{ id } as never} {...props} />
        )}
      >
        {words.developers.check}
      </Button>
    </Group>
  )
}
