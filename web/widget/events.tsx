import '../shared/fan.css'
import './events.css'
import { frame } from '../shared/frame.ts'
import { pageData, show } from '../shared/page.ts'
import { applyScheme } from '../shared/scheme.ts'
import { applyColors } from '../shared/theme.ts'
import { EventsPage, type EventsPageData } from './events-page.tsx'

const data = pageData<EventsPageData>()
applyScheme(frame().params.get('theme'))
applyColors(data.config.publisher)
show(<EventsPage {...data} />)
