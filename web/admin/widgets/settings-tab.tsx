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
import { words } from '../words/index.ts'
import { Preview } from './preview.tsx'
import { SettingsForm } from './settings-form.tsx'
import { usePreview } from './use-preview.ts'
import {
  CHECKED_ON_BLUR,
  CHECKS,
  formOf,
  inFormNames,
  previewedOf,
  settingsOf,
  type WidgetForm,
} from './widget-form.ts'

/** The settings, with a preview beside them. Changes take effect when they are saved. */
export function SettingsTab({ widget }: { widget: WidgetRecord }) {
  const may = useMay('editor')
  const isWide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false })
  const [showing, setShowing] = useState(false)
  const [step, setStep] = useState<PreviewMessage['step']>('calendars')
  const { form, submit, busy, problem, setProblem } = useServerForm<WidgetForm>({
    initialValues: formOf(widget),
    validate: CHECKS,
    validateInputOnBlur: CHECKED_ON_BLUR,
    save: async (values) => {
      const change = { name: values.name.trim(), settings: settingsOf(values) }
      try {
        await send<WidgetAnswer>('PUT', `/widgets/${widget.id}`, change)
      } catch (error) {
        throw inFormNames(error)
      }
      await readAgain('/widgets')
      done(words.widgets.savedText)
    },
  })
  const { data, error } = usePreview(widget.type, previewedOf(form.values))
  const preview = <Preview preview={data} error={error && inFormNames(error)} step={step} />
  const dirty = form.isDirty()
  return (
    <div className="widget-layout">
      <form onSubmit={submit} noValidate>
        <fieldset className="widget-form" disabled={!may} aria-label={words.widgets.settingsOf}>
          <SettingsForm form={form} type={widget.type} onStep={setStep} />
        </fieldset>
        <SaveBar
          state={!may ? words.widgets.viewOnly : dirty ? words.kit.unsaved : words.widgets.allSaved}
          problem={problem !== undefined && <Refusal error={problem} />}
        >
          {!isWide && (
            <Button variant="default" onClick={() => setShowing(true)}>
              {words.widgets.preview}
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
              {words.kit.undo}
            </Button>
          )}
          {may && (
            <Button type="submit" loading={busy} disabled={!dirty}>
              {words.kit.save}
            </Button>
          )}
        </SaveBar>
      </form>
      {isWide && (
        <aside className="widget-preview" aria-label={words.widgets.preview}>
          {preview}
        </aside>
      )}
      <Dialog
        opened={showing && !isWide}
        onClose={() => setShowing(false)}
        title={words.widgets.preview}
        fullScreen
        closeButtonProps={{ 'aria-label': words.widgets.closePreview }}
      >
        {preview}
      </Dialog>
      <LeaveGuard isDirty={() => dirty && may} />
    </div>
  )
}
