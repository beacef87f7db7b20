import { fr } from './fr/index.ts'
import type { PageWords } from './index.ts'

const pageWords: PageWords = { language: 'fr', words: fr }
Object.assign(globalThis, { pageWords })
