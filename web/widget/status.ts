import { buttonColors } from '../shared/button-colors.ts'
import { type ButtonColors, readParams, tellParent } from '../shared/parent.ts'

interface Config {
  widget?: { type?: string }
  publisher?: { primaryColor?: string | false }
  statusLong?: string
}

/**
 * Reports to the embed script whether its widget works, and in which colours its button can be shown. In a
 * frame, because the host page's CSP may forbid fetch.
 */
async function tellStatus(): Promise<void> {
  const widgetId = decodeURIComponent(location.pathname.split('/')[2] ?? '')
  const params = readParams('', location.hash)
  const tell = (ok: boolean, more: { reason?: string; widgetType?: string; colors?: ButtonColors }) =>
    tellParent(params.get('origin'), { type: 'status', widgetId, ok, ...more })
  try {
    const query = new URLSearchParams({ apiKey: params.get('apiKey') ?? '' })
    const response = await fetch(`/w/${encodeURIComponent(widgetId)}/config?${query}`)
    const body = (await response.json()) as Config
    const colors = buttonColors(body.publisher?.primaryColor ?? false)
    if (response.ok) tell(true, { widgetType: body.widget?.type, colors })
    else tell(false, { reason: body.statusLong || `the service responded with ${response.status}` })
  } catch {
    tell(false, { reason: 'the service did not respond' })
  }
}

void tellStatus()
