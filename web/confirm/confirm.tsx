import '../shared/fan.css'
import '../portal/portal.css'
import type { ConfirmPage as Data } from '../../src/http/widget/answers.ts'
import { pageData, show } from '../shared/page.ts'
import { ConfirmPage } from './confirm-page.tsx'

const data = pageData<Data>()
addEventListener('pageshow', (event) => event.persisted && location.reload())
show(<ConfirmPage {...data} />)
