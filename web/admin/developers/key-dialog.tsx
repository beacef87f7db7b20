import { Button } from '@mantine/core'
import type { ApiKeyAnswer } from '../../../src/http/admin/api-keys-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { say } from '../kit/say.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { KEY_RULES, KeyFields, type KeyValues } from './key-fields.tsx'
import { fromField, toField } from './local-time.ts'

/** Changes a key's name, expiry and restrictions. */
export function KeyDialog({ apiKey, onClose }: { apiKey: ApiKeyAnswer; onClose: () => void }) {
  const { form, submit, busy, problem } = useServerForm<KeyValues>({
    initialValues: {
      name: apiKey.name,
      expires: toField(apiKey.expires),
      sha256Only: apiKey.sha256Only,
      onceOnly: apiKey.onceOnly,
      scope: apiKey.scope,
      addresses: apiKey.addresses,
    },
    validate: KEY_RULES,
    save: async ({ expires, ...rest }) => {
      const change = { ...rest, expires: fromField(expires) }
      await send('PUT', `/api-keys/${encodeURIComponent(apiKey.apiKey)}`, change)
      await readAgain('/api-keys')
      done(words.kit.saved)
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={say(words.developers.changeKey, { name: apiKey.name })}>
      <form onSubmit={submit} noValidate>
        <KeyFields form={form} />
        <Refusal error={problem} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={busy}>
            {words.kit.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
