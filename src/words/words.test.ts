import { testCatalogues } from '../../test/support/catalogue-rules.ts'
import { type Language, LANGUAGES } from './index.ts'

const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== 'en') as Language[]

testCatalogues(LANGUAGES, {
  'applications.outlookcom': OTHERS,
  'applications.microsoft365': OTHERS,
  'applications.google': ['es'],
  'account.android': OTHERS,
  'account.server': ['de'],
})
