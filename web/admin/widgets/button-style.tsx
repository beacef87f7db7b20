import { Radio, Stack, useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import { BUTTON_STYLES, type ButtonStyle, dressButton } from '../../embed/ready-button.ts'
import { buttonColors } from '../../shared/button-colors.ts'
import { language, words } from '../words/index.ts'
import { usePreview } from './use-preview.ts'

/** A ready style, or that of the page's own buttons. */
export type ChosenStyle = ButtonStyle | 'page'

const STYLES: Record<ChosenStyle, string> = {
  filled: words.widgets.filled,
  outline: words.widgets.outline,
  quiet: words.widgets.quiet,
  page: words.widgets.likePage,
}

interface ChooserProps {
  widget: WidgetRecord
  value: ChosenStyle
  onChange: (style: ChosenStyle) => void
}

/** Chooses the style of a button, each shown as it will look. */
export function ButtonStyleChooser({ widget, value, onChange }: ChooserProps) {
  const color = usePreview('button', widget.settings).data?.config.publisher.primaryColor
  return (
    <Radio.Group label={words.widgets.look} value={value} onChange={(style) => onChange(style)}>
      <Stack gap={0} mt={4} className="button-styles">
        {Object.entries(STYLES).map(([style, label]) => (
          <div key={style} className="button-style">
            <Radio value={style} label={label} />
            {color !== undefined && <Sample style={style as ChosenStyle} name={widget.name} color={color} />}
          </div>
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface SampleProps {
  style: ChosenStyle
  name: string
  color: string | false
}

/** The button as the embed script makes it. For the eye only: the radio beside it has the words. */
function Sample({ style, name, color }: SampleProps) {
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    const ready = BUTTON_STYLES.find((one) => one === style)
    if (!ready) return
    const button = document.createElement('span')
    button.textContent = name
    place.current!.replaceChildren(button)
    return dressButton(button, ready, { language, scheme }, buttonColors(color))
  }, [style, name, color, scheme])
  return <div ref={place} aria-hidden className="button-sample" />
}
