import { Alert, Group, SegmentedControl, Select, Stack, Text, useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { WidgetPreview } from '../../../src/http/admin/widgets-schemas.ts'
import type { PreviewMessage, PreviewReady } from '../../widget/preview-message.ts'
import { problemText } from '../kit/data.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { say } from '../kit/say.tsx'
import { language as pageLanguage, words } from '../words/index.ts'

interface PreviewProps {
  /** The service's preview of the settings in the form; undefined before the first one. */
  preview: WidgetPreview | undefined
  /** Why `preview` is outdated. */
  error: unknown
  step: PreviewMessage['step']
}

type Device = 'phone' | 'desktop'

/** Typical page sizes in CSS pixels. */
const SIZES = { phone: { width: 375, height: 640 }, desktop: { width: 1024, height: 720 } }

/** The widget's pages in a frame, with unsaved settings. */
export function Preview({ preview, error, step }: PreviewProps) {
  const own = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [device, setDevice] = useState<Device>('phone')
  const [scheme, setScheme] = useState<PreviewMessage['scheme']>(own)
  const [language, setLanguage] = useState<string>(pageLanguage)
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SegmentedControl
          aria-label={words.widgets.device}
          value={device}
          onChange={(chosen) => setDevice(chosen)}
          data={[
            { value: 'phone', label: words.widgets.phone },
            { value: 'desktop', label: words.widgets.desktop },
          ]}
        />
        <SegmentedControl
          aria-label={words.widgets.scheme}
          value={scheme}
          onChange={(chosen) => setScheme(chosen)}
          data={[
            { value: 'light', label: words.widgets.light },
            { value: 'dark', label: words.widgets.dark },
          ]}
        />
        <Select
          aria-label={words.kit.language}
          data={LANGUAGES}
          value={language}
          onChange={(chosen) => setLanguage(chosen ?? pageLanguage)}
          allowDeselect={false}
          w={128}
        />
      </Group>
      {error ? (
        <Alert color="warn" p="xs" role="status">
          <Text size="sm">{say(words.widgets.outdated, { problem: problemText(error) })}</Text>
        </Alert>
      ) : null}
      <Frame {...{ preview, step, scheme, language, device }} />
      <Text size="sm" c="dimmed">
        {words.widgets.previewText}
      </Text>
    </Stack>
  )
}

interface FrameProps {
  preview: WidgetPreview | undefined
  step: PreviewMessage['step']
  scheme: PreviewMessage['scheme']
  language: string
  device: Device
}

function Frame({ preview, step, scheme, language, device }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { ref, width: available } = useElementSize()
  const loads = useLoads(frame)
  useEffect(() => {
    if (!preview || loads === 0) return
    const message: PreviewMessage = { source: 'fasti-admin', preview, scheme, step }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [preview, scheme, step, loads])

  const { width, height } = SIZES[device]
  // The desktop page is scaled down; at the real width it would show its phone layout.
  const scale = device === 'desktop' && available > 0 ? Math.min(1, available / width) : 1
  return (
    <div className="widget-frame" data-device={device} ref={ref} style={{ height: height * scale }}>
      <iframe
        ref={frame}
        key={language}
        src={`/admin/widget-preview?lang=${language}`}
        title={words.widgets.previewFrame}
        style={{
          width: device === 'desktop' ? width : '100%',
          height,
          transform: scale === 1 ? undefined : `scale(${scale})`,
        }}
      />
    </div>
  )
}

/** Counts the ready messages of the page in the frame: after each load it needs the preview again. */
function useLoads(frame: React.RefObject<HTMLIFrameElement | null>): number {
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<PreviewReady | undefined>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if (data?.source === 'fasti-preview') setLoads((before) => before + 1)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [frame])
  return loads
}
