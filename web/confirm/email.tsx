import '../shared/fan.css'
import '../portal/portal.css'
import type { EmailPage as Data } from '../../src/http/widget/answers.ts'
import { pageData, show } from '../shared/page.ts'
import { applyColors } from '../shared/theme.ts'
import { EmailPage } from './email-page.tsx'

const data = pageData<Data>()
applyColors(data.publisher)
addEventListener('pageshow', (event) => event.persisted && location.reload())
show(<EmailPage {...data} />)
