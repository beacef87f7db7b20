import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { WidgetAnswer, WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import type { PreviewMessage } from '../../widget/preview-message.ts'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { Dialog } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { LeaveGuard } from '../kit/leave-guard.tsx'
import { SaveBar } from '../kit/save-bar.tsx'
import { useMay } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { Preview } from './preview.tsx'
import { SettingsForm } from './settings-form.tsx'
import { usePreview } from './use-preview.ts'
import {
  CHECKED_WHEN_LEFT,
  CHECKS,
  faultsOfForm,
  formOf,
  previewedOf,
  settingsOf,
  type WidgetForm,
} from './widget-form.ts'

/** The settings, and beside them what they make of the widget. Nothing counts before it is saved. */
export function SettingsTab({ widget }: { widget: WidgetRecord }) {
  const may = useMay('editor')
  const beside = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false })
  const [showing, setShowing] = useState(false)
  const [step, setStep] = useState<PreviewMessage['step']>('calendars')
  const { form, submit, busy, problem, setProblem } = useServerForm<WidgetForm>({
    initialValues: formOf(widget),
    validate: CHECKS,
    validateInputOnBlur: CHECKED_WHEN_LEFT,
    save: async (values) => {
      const change = { name: values.name.trim(), settings: settingsOf(values) }
      try {
        await send<WidgetAnswer>('PUT', `/widgets/${widget.id}`, change)
      } catch (error) {
        throw faultsOfForm(error)
      }
      await readAgain('/widgets')
      done('Saved. Pages that embed it show it at their next load.')
    },
  })
  const { data, error } = usePreview(widget.type, previewedOf(form.values))
  const preview = <Preview preview={data} error={error && faultsOfForm(error)} step={step} />
  const dirty = form.isDirty()
  return (
    <div className="widget-layout">
      <form onSubmit={submit} noValidate>
        <fieldset className="widget-form" disabled={!may} aria-label="Settings of the widget">
          <SettingsForm form={form} type={widget.type} onStep={setStep} />
        </fieldset>
        <SaveBar
          state={
            !may ? 'You may look at this. Editors may change it.' : dirty ? 'Not saved yet' : 'All is saved'
          }
          problem={problem !== undefined && <Refusal error={problem} />}
        >
          {!beside && (
            <Button variant="default" onClick={() => setShowing(true)}>
              Preview
            </Button>
          )}
          {may && dirty && (
            <Button
              variant="default"
              onClick={() => {
                form.reset()
                setProblem(undefined)
              }}
            >
              Undo
            </Button>
          )}
          {may && (
            <Button type="submit" loading={busy} disabled={!dirty}>
              Save
            </Button>
          )}
        </SaveBar>
      </form>
      {beside && (
        <aside className="widget-preview" aria-label="Preview">
          {preview}
        </aside>
      )}
      <Dialog
        opened={showing && !beside}
        onClose={() => setShowing(false)}
        title="Preview"
        fullScreen
        closeButtonProps={{ 'aria-label': 'Close the preview' }}
      >
        {preview}
      </Dialog>
      <LeaveGuard isDirty={() => dirty && may} />
    </div>
  )
}
