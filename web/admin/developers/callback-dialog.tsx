import { Alert, Button, Checkbox, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallbackAnswer, NewCallback } from '../../../src/http/admin/callbacks-schemas.ts'
import { DEFAULT_KINDS, ID_NAME, KINDS, NOTIFICATION_KINDS } from '../../../src/webhooks/kinds.ts'
import { send } from '../kit/api.ts'
import { CopyField } from '../kit/copy.tsx'
import { readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { kindLabel } from './kinds.ts'

interface Values extends Record<string, unknown> {
  name: string
  url: string
  kinds: string[]
  /** `keep` the stored secret, `set` a new one, or `none` for plain bodies. */
  encryption: string
  secret: string
  idName: string
}

/**
 * Registers a callback, then shows its signing secret once.
 * `onClose` gets the id of the new callback, if any.
 */
export function NewCallbackDialog({ opened, onClose }: { opened: boolean; onClose: (id?: string) => void }) {
  const [created, setCreated] = useState<NewCallback | null>(null)
  const close = () => {
    onClose(created?.id)
    setCreated(null)
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="lg"
      title={created ? 'Copy the signing secret now' : 'Add a callback'}
      closeOnClickOutside={created === null}
      closeOnEscape={created === null}
      withCloseButton={created === null}
    >
      {created ? (
        <Stack>
          <Alert color="warn" title="The signing secret is shown only once">
            Your server uses it to check that a message is from us. Any Standard Webhooks library can do that.
          </Alert>
          <CopyField label="Signing secret" value={created.signingSecret} what="the signing secret" />
          <Group justify="flex-end">
            <Button onClick={close}>I have copied the secret</Button>
          </Group>
        </Stack>
      ) : (
        <CallbackForm onClose={close} save={create} action="Add the callback" />
      )}
    </Dialog>
  )

  async function create(input: object) {
    const { data } = await send<{ data: NewCallback }>('POST', '/callbacks', input)
    setCreated(data)
    await readAgain('/callbacks')
  }
}

export function CallbackDialog({ callback, onClose }: { callback: CallbackAnswer; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} size="lg" title="Change the callback">
      <CallbackForm
        callback={callback}
        onClose={onClose}
        action="Save"
        save={async (input) => {
          await send('PUT', `/callbacks/${callback.id}`, input)
          await readAgain('/callbacks')
          done('Saved')
          onClose()
        }}
      />
    </Dialog>
  )
}

interface FormProps {
  callback?: CallbackAnswer
  onClose: () => void
  save: (input: object) => Promise<unknown>
  action: string
}

function CallbackForm({ callback, onClose, save, action }: FormProps) {
  const { form, submit, busy, problem } = useServerForm<Values>({
    initialValues: {
      name: callback?.name ?? '',
      url: callback?.url ?? '',
      kinds: callback?.kinds ?? DEFAULT_KINDS,
      encryption: callback?.encrypted ? 'keep' : 'none',
      secret: '',
      idName: callback?.idName ?? ID_NAME,
    },
    validate: {
      url: (url) => (/^https?:\/\/[^\s/]+/.test(url.trim()) ? null : 'Start it with https://'),
      kinds: (kinds) => (kinds.length === 0 ? 'Choose at least one.' : null),
      secret: (secret, { encryption }) =>
        encryption === 'set' && secret === '' ? 'Enter the secret, or choose plain bodies.' : null,
    },
    save: ({ name, url, kinds, encryption, secret, idName }) =>
      save({
        ...{ name: name.trim(), url: url.trim(), kinds, idName: idName.trim() || ID_NAME },
        ...(encryption === 'set' && { secret }),
        ...(encryption === 'none' && { secret: '' }),
      }),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Address"
          description="We send POST requests to it. It must be reachable from the internet."
          placeholder="https://example.com/fasti"
          required
          inputMode="url"
          data-autofocus
          key={form.key('url')}
          {...form.getInputProps('url')}
        />
        <TextInput
          label="Name"
          description="Optional. Helps you tell your callbacks apart."
          maxLength={100}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label="Notifications" key={form.key('kinds')} {...form.getInputProps('kinds')}>
          <Stack gap="xs" mt="xs">
            {NOTIFICATION_KINDS.map((kind) => (
              <Checkbox
                key={kind}
                value={kind}
                label={kindLabel(kind)}
                description={DEFAULT_KINDS.includes(kind) ? undefined : `Sent when ${KINDS[kind].when}.`}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Select
          label="Bodies"
          description="Every message is signed either way."
          allowDeselect={false}
          data={[
            { value: 'none', label: 'Plain' },
            ...(callback?.encrypted ? [{ value: 'keep', label: 'Encrypted, with the current secret' }] : []),
            { value: 'set', label: 'Encrypted, with a secret I choose' },
          ]}
          key={form.key('encryption')}
          {...form.getInputProps('encryption')}
        />
        {form.values.encryption === 'set' && (
          <PasswordInput
            label="Encryption secret"
            description="For AES-256-GCM. Your server needs the same one."
            autoComplete="off"
            maxLength={255}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
            key={form.key('secret')}
            {...form.getInputProps('secret')}
          />
        )}
        <TextInput
          label="Name of the subscriber’s identifier"
          description="svcId, unless your server expects the other name that this service is set up with."
          maxLength={40}
          key={form.key('idName')}
          {...form.getInputProps('idName')}
        />
        <Refusal error={problem} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={busy}>
            {action}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
