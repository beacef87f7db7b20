import '../shared/fan.css'
import '../portal/portal.css'
import type { EmailPage as Data } from '../../src/http/widget/answers.ts'
import { pageData, show } from '../shared/page.ts'
import { EmailPage } from './email-page.tsx'

const data = pageData<Data>()
addEventListener('pageshow', (event) => event.persisted && location.reload())
show(<EmailPage {...data} />)
