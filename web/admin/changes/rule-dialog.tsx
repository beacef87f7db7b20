import { Button, Stack, Switch } from '@mantine/core'
import type { AlertRuleInput } from '../../../src/http/admin/alerts-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { HowFields, WhatFields, WhenFields } from './rule-fields.tsx'
import { CHECKS, ruleOf, type RuleValues, valuesOf } from './rule-form.ts'

interface DialogProps {
  /** The rule to change; undefined: a new one. */
  id?: string
  /** The initial values of the form. */
  values: AlertRuleInput
  onClose: () => void
}

/** Creates or changes a rule. */
export function RuleDialog({ id, values, onClose }: DialogProps) {
  const { form, submit, busy, problem } = useServerForm<RuleValues>({
    initialValues: valuesOf(values),
    validate: CHECKS,
    save: async (changed) => {
      if (id === undefined) await send('POST', '/alert-rules', ruleOf(changed))
      else await send('PUT', `/alert-rules/${id}`, ruleOf(changed))
      await readAgain('/alert-rules')
      done(id === undefined ? words.changes.ruleAdded : words.changes.ruleSaved)
      onClose()
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={id === undefined ? words.changes.addRule : words.changes.changeRule}
      // A slip outside must not lose what was typed.
      closeOnClickOutside={!form.isDirty()}
    >
      <form className="rule-form" onSubmit={submit} noValidate>
        <Stack gap="lg">
          <WhatFields form={form} />
          <WhenFields form={form} />
          <HowFields form={form} />
          <Switch label={words.changes.ruleIsOn} {...form.getInputProps('active', { type: 'checkbox' })} />
          <Refusal error={problem} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={busy}>
              {id === undefined ? words.changes.addTheRule : words.kit.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
