import '../shared/fan.css'
import './events.css'
import '../shared/print.css'
import { connectHost } from '../shared/host.ts'
import { pageData, show } from '../shared/page.ts'
import { applyScheme } from '../shared/scheme.ts'
import { EventsPage, type EventsPageData } from './events-page.tsx'

const host = connectHost()
applyScheme(host.params.get('theme'))
show(<EventsPage {...pageData<EventsPageData>()} host={host} />)
