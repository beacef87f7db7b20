import { Alert, Button, Drawer, Group, List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RequestDetails } from '../../../src/http/admin/request-log-schemas.ts'
import { Copyable } from '../kit/copy.tsx'
import { useData } from '../kit/data.ts'
import { count } from '../kit/format.ts'
import { useMay } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
import { exactly } from './exactly.ts'
import { Facts } from './facts.tsx'
import { RequestStatus } from './request-status.tsx'

/** One request: why it was refused, and the way to the signature checker. */
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
        <Alert color={status < 500 ? 'warn' : 'bad'} title={reason || 'No reason was kept'}>
          {errors && (
            <List size="sm">
              {Object.entries(errors).map(([field, text]) => (
                <List.Item key={field}>
                  <b>{field}</b>: {text}
                </List.Item>
              ))}
            </List>
          )}
          {checkable && 'The key is known, but the request was not signed as we sign it.'}
          {status >= 500 &&
            'This is a fault of the service. Whoever runs it finds it in the log by the id below.'}
        </Alert>
      )}
      <Facts
        facts={[
          ['Answer', <RequestStatus key="status" status={status} />],
          ['When', exactly(request.at)],
          ['Key', request.keyName || request.apiKey],
          ['Took', `${count(request.durationMs)} ms`],
          ['X-Request-Id', <Copyable key="id" value={request.requestId} what="the request id" />],
          ['Parameters', query && query.map(({ name, value }) => `${name} = ${value}`).join(', ')],
          ['Body', body && (body.bytes === 0 ? 'None' : `${count(body.bytes)} bytes, not kept`)],
        ]}
      />
      {checkable && <Check id={request.id} />}
    </Stack>
  )
}

function Check({ id }: { id: string }) {
  if (!useMay('owner'))
    return <Text c="dimmed">An owner can look into what is wrong with its signature.</Text>
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
