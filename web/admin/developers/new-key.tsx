import { Alert, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { NewApiKey } from '../../../src/http/admin/api-keys-schemas.ts'
import { send } from '../kit/api.ts'
import { CopyField } from '../kit/copy.tsx'
import { readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { Refusal } from '../kit/states.tsx'
import { curlCommand } from './curl.ts'
import { KEY_RULES, KeyFields, type KeyValues, UNRESTRICTED } from './key-fields.tsx'
import { fromField } from './local-time.ts'

/** Creates a key, then shows its secret once. */
export function NewKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<NewApiKey | null>(null)
  const close = () => {
    setCreated(null)
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="lg"
      title={created ? 'Copy the secret now' : 'Create an API key'}
      // A slip of the mouse must not lose a secret that is shown only once.
      closeOnClickOutside={created === null}
      closeOnEscape={created === null}
      withCloseButton={created === null}
    >
      {created ? (
        <Created apiKey={created} onClose={close} />
      ) : (
        <Form onCreated={setCreated} onClose={close} />
      )}
    </Dialog>
  )
}

function Form({ onCreated, onClose }: { onCreated: (key: NewApiKey) => void; onClose: () => void }) {
  const { form, submit, busy, problem } = useServerForm<KeyValues>({
    initialValues: { name: '', expires: '', ...UNRESTRICTED },
    validate: KEY_RULES,
    save: async ({ expires, ...rest }) => {
      const wanted = { ...rest, expires: fromField(expires) }
      const { data } = await send<{ data: NewApiKey }>('POST', '/api-keys', wanted)
      onCreated(data)
      await readAgain('/api-keys')
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <KeyFields form={form} />
      <Refusal error={problem} />
      <DialogButtons onClose={onClose}>
        <Button type="submit" loading={busy}>
          Create the key
        </Button>
      </DialogButtons>
    </form>
  )
}

function Created({ apiKey, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  const { apiKey: key, secret, name } = apiKey
  return (
    <Stack>
      <Alert color="warn" title="The secret is shown only once">
        Store it where you keep secrets. If you lose it, create another key and switch this one off.
      </Alert>
      <CopyField label="API key" value={key} what="the API key" />
      <CopyField label="Secret" value={secret} what="the secret" />
      <CopyField
        label="Try it in a terminal"
        description="Signs a request and sends it. It contains the secret, so don’t share it."
        value={curlCommand(location.origin, apiKey)}
        what="the command"
      />
      <Group justify="flex-end">
        <Button onClick={onClose}>I have copied the secret of “{name}”</Button>
      </Group>
    </Stack>
  )
}
