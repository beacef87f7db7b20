import type { PageWords } from './index.ts'
import { ja } from './ja/index.ts'

const pageWords: PageWords = { language: 'ja', words: ja }
Object.assign(globalThis, { pageWords })
