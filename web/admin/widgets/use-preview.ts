import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { WidgetPreview, WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import { actingIn, send } from '../kit/api.ts'
import type { Settings } from './widget-form.ts'

const PAUSE_MS = 250

/** Reads what the widget would show with these settings, again after each pause in typing. */
export function usePreview(type: WidgetRecord['type'], settings: Settings) {
  const [asked] = useDebouncedValue(JSON.stringify({ type, settings }), PAUSE_MS)
  return useQuery({
    queryKey: [actingIn() ?? 0, '/widgets/preview', asked],
    queryFn: async () => {
      const { data } = await send<{ data: WidgetPreview }>('POST', '/widgets/preview', JSON.parse(asked))
      return data
    },
    placeholderData: keepPreviousData,
  })
}

/** All public calendars, as people see them. */
export function usePublicCalendars() {
  return usePreview('button', {})
}
