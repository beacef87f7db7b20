import { Alert, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { NewApiKey } from '../../../src/http/admin/api-keys-schemas.ts'
import { send } from '../kit/api.ts'
import { CopyField } from '../kit/copy.tsx'
import { readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { say } from '../kit/say.tsx'
import { Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'
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
      title={created ? words.developers.copySecretNow : words.developers.createApiKey}
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
          {words.developers.createTheKey}
        </Button>
      </DialogButtons>
    </form>
  )
}

function Created({ apiKey, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  const { apiKey: key, secret, name } = apiKey
  return (
    <Stack>
      <Alert color="warn" title={words.developers.secretOnce}>
        {words.developers.secretOnceText}
      </Alert>
      <CopyField label={words.kit.apiKey} value={key} what={words.developers.theApiKey} />
      <CopyField label={words.kit.secret} value={secret} what={words.kit.theSecret} />
      <CopyField
        label={words.developers.terminal}
        description={words.developers.terminalHint}
        value={curlCommand(location.origin, apiKey)}
        what={words.developers.theCommand}
      />
      <Group justify="flex-end">
        <Button onClick={onClose}>{say(words.developers.keyCopied, { name })}</Button>
      </Group>
    </Stack>
  )
}
