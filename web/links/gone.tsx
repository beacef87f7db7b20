import '../shared/fan.css'
import '../widget/events.css'
import '../calendar/calendar.css'
import type { GonePage as Data } from '../../src/http/widget/answers.ts'
import { pageData, show } from '../shared/page.ts'
import { GonePage } from './gone-page.tsx'

const data = pageData<Data>()
show(<GonePage {...data} />)
