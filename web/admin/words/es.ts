import { es } from './es/index.ts'
import type { PageWords } from './index.ts'

const pageWords: PageWords = { language: 'es', words: es }
Object.assign(globalThis, { pageWords })
