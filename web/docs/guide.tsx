import './docs.css'
import './guide.css'
import type { GuideData } from '../../src/http/pages/book.ts'
import { pageData, show } from '../shared/page.ts'
import { GuidePage } from './guide-page.tsx'

show(<GuidePage {...pageData<GuideData>()} />)
