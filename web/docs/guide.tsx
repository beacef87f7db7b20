import './docs.css'
import './guide.css'
import { pageData, show } from '../shared/page.ts'
import type { GuideData } from './book.ts'
import { GuidePage } from './guide-page.tsx'

show(<GuidePage {...pageData<GuideData>()} />)
