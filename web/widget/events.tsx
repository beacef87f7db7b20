import '../shared/fan.css'
import './events.css'
import '../shared/print.css'
import { connectHost } from '../shared/host.ts'
import { pageData, show } from '../shared/page.ts'
import { applyScheme } from '../shared/scheme.ts'
import { applyColors } from '../shared/theme.ts'
import { EventsPage, type EventsPageData } from './events-page.tsx'

const data = pageData<EventsPageData>()
applyScheme(connectHost().params.get('theme'))
applyColors(data.config.publisher)
show(<EventsPage {...data} />)
