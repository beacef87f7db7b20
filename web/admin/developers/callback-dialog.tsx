import { Alert, Button, Checkbox, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallbackAnswer, NewCallback } from '../../../src/http/admin/callbacks-schemas.ts'
import { DEFAULT_KINDS, ID_NAME, NOTIFICATION_KINDS } from '../../../src/webhooks/kinds.ts'
import { send } from '../kit/api.ts'
import { CopyField } from '../kit/copy.tsx'
import { readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { kindLabel, sentWhen } from './kinds.ts'

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
      title={created ? words.developers.copySigningNow : words.developers.addCallback}
      closeOnClickOutside={created === null}
      closeOnEscape={created === null}
      withCloseButton={created === null}
    >
      {created ? (
        <Stack>
          <Alert color="warn" title={words.developers.signingOnce}>
            {words.developers.signingText}
          </Alert>
          <CopyField
            label={words.developers.signingSecret}
            value={created.signingSecret}
            what={words.developers.theSigningSecret}
          />
          <Group justify="flex-end">
            <Button onClick={close}>{words.developers.secretCopied}</Button>
          </Group>
        </Stack>
      ) : (
        <CallbackForm onClose={close} save={create} action={words.developers.addTheCallback} />
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
    <Dialog opened onClose={onClose} size="lg" title={words.developers.changeCallback}>
      <CallbackForm
        callback={callback}
        onClose={onClose}
        action={words.kit.save}
        save={async (input) => {
          await send('PUT', `/callbacks/${callback.id}`, input)
          await readAgain('/callbacks')
          done(words.kit.saved)
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
      url: (url) => (/^https?:\/\/[^\s/]+/.test(url.trim()) ? null : words.developers.addressFault),
      kinds: (kinds) => (kinds.length === 0 ? words.developers.kindsFault : null),
      secret: (secret, { encryption }) =>
        encryption === 'set' && secret === '' ? words.developers.secretFault : null,
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
          label={words.developers.address}
          description={words.developers.addressHint}
          placeholder="https://example.com/fasti"
          required
          inputMode="url"
          data-autofocus
          key={form.key('url')}
          {...form.getInputProps('url')}
        />
        <TextInput
          label={words.kit.name}
          description={words.developers.nameHint}
          maxLength={100}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group
          label={words.subscribers.notifications}
          key={form.key('kinds')}
          {...form.getInputProps('kinds')}
        >
          <Stack gap="xs" mt="xs">
            {NOTIFICATION_KINDS.map((kind) => (
              <Checkbox key={kind} value={kind} label={kindLabel(kind)} description={sentWhen(kind)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Select
          label={words.developers.bodies}
          description={words.developers.bodiesHint}
          allowDeselect={false}
          data={[
            { value: 'none', label: words.developers.plain },
            ...(callback?.encrypted ? [{ value: 'keep', label: words.developers.encryptedCurrent }] : []),
            { value: 'set', label: words.developers.encryptedChosen },
          ]}
          key={form.key('encryption')}
          {...form.getInputProps('encryption')}
        />
        {form.values.encryption === 'set' && (
          <PasswordInput
            label={words.developers.encryptionSecret}
            description={words.developers.encryptionHint}
            autoComplete="off"
            maxLength={255}
            visibilityToggleButtonProps={{ 'aria-label': words.developers.showSecret }}
            key={form.key('secret')}
            {...form.getInputProps('secret')}
          />
        )}
        <TextInput
          label={words.developers.idName}
          description={words.developers.idNameHint}
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
