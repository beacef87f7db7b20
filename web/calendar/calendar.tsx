import '../shared/fan.css'
import '../widget/events.css'
import './calendar.css'
import '../shared/print.css'
import type { CalendarPage as Data } from '../../src/http/widget/answers.ts'
import { pageData, show } from '../shared/page.ts'
import { CalendarPage } from './calendar-page.tsx'

const data = pageData<Data>()
show(<CalendarPage {...data} />)
