import '../shared/fan.css'
import '../widget/events.css'
import './event.css'
import type { EventPage as Data } from '../../src/http/widget/answers.ts'
import { pageData, show } from '../shared/page.ts'
import { EventPage } from './event-page.tsx'

show(<EventPage {...pageData<Data>()} />)
