import './docs.css'
import { pageData, show } from '../shared/page.ts'
import type { ApiDocument } from './document.ts'
import { Reference } from './reference.tsx'

show(<Reference document={pageData<ApiDocument>()} />)
