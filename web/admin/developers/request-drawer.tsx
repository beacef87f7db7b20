import { Alert, Button, Drawer, Group, List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RequestDetails } from '../../../src/http/admin/request-log-schemas.ts'
import { Copyable } from '../kit/copy.tsx'
import { useData } from '../kit/data.ts'
import { count, exactMoment } from '../kit/format.ts'
import { useMay } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
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
      title="Request"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Reading query={isThis ? query : { ...query, data: undefined }}>
        {(request) => <Details request={request} />}
      </Reading>
    </Drawer>
  )
}

function Details({ request }: { request: RequestDetails }) {
  const { status, reason, errors, query, body, checkable } = request
  return (
    <Stack>
      <Text className="mono open-row">
        {request.method} {request.path}
      </Text>
      {status >= 400 && (
        <Alert color={status < 500 ? 'warn' : 'bad'} title={reason || 'No reason was recorded'}>
          {errors && (
            <List size="sm">
              {Object.entries(errors).map(([field, text]) => (
                <List.Item key={field}>
                  <b>{field}</b>: {text}
                </List.Item>
              ))}
            </List>
          )}
          {checkable && 'The key exists, but the signature is not the one we expect.'}
          {status >= 500 &&
            'This is an error in the service. Its operator can find it in the log by the id below.'}
        </Alert>
      )}
      <Facts
        facts={[
          ['Response', <RequestStatus key="status" status={status} />],
          ['When', exactMoment(request.at)],
          ['Key', request.keyName || request.apiKey],
          ['Took', `${count(request.durationMs)} ms`],
          ['X-Request-Id', <Copyable key="id" value={request.requestId} what="the request id" />],
          ['Parameters', query && query.map(({ name, value }) => `${name} = ${value}`).join(', ')],
          ['Body', body && (body.bytes === 0 ? 'None' : `${count(body.bytes)} bytes, not stored`)],
        ]}
      />
      {checkable && <Check id={request.id} />}
    </Stack>
  )
}

function Check({ id }: { id: string }) {
  if (!useMay('owner')) return <Text c="dimmed">An owner can check what is wrong with its signature.</Text>
  return (
    <Group>
      <Button
        renderRoot={(props) => (
          <Link to="/developers/$tab" params={{ tab: 'signature' }} search={{ id } as never} {...props} />
        )}
      >
        Check the signature
      </Button>
    </Group>
  )
}
