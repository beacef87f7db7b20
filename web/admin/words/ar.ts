import { ar } from './ar/index.ts'
import type { PageWords } from './index.ts'

const pageWords: PageWords = { language: 'ar', words: ar }
Object.assign(globalThis, { pageWords })
