import { en } from './en/index.ts'
import type { PageWords } from './index.ts'

const pageWords: PageWords = { language: 'en', words: en }
Object.assign(globalThis, { pageWords })
