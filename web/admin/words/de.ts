import { de } from './de/index.ts'
import type { PageWords } from './index.ts'

const pageWords: PageWords = { language: 'de', words: de }
Object.assign(globalThis, { pageWords })
