import '../shared/fan.css'
import './events.css'
import { pageData, show } from '../shared/page.ts'
import { applyColors } from '../shared/theme.ts'
import { EventsPage, type EventsPageData } from './events-page.tsx'

const data = pageData<EventsPageData>()
applyColors(data.config.publisher)
show(<EventsPage {...data} />)
