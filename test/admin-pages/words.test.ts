import { ar } from '../../web/admin/words/ar/index.ts'
import { de } from '../../web/admin/words/de/index.ts'
import { en } from '../../web/admin/words/en/index.ts'
import { es } from '../../web/admin/words/es/index.ts'
import { fr } from '../../web/admin/words/fr/index.ts'
import { ja } from '../../web/admin/words/ja/index.ts'
import { testCatalogues } from '../support/catalogue-rules.ts'

testCatalogues(
  { en, de, fr, es, ja, ar },
  {
    'calendars.feed': ['de', 'es'],
    'calendars.links': ['de'],
    'calendars.logo': ['de'],
    'calendars.name': ['de'],
    'kit.live': ['de'],
    'kit.name': ['de'],
    'kit.actions': ['fr'],
    'kit.editor': ['es'],
    'kit.secret': ['fr'],
    'accounts.organisation': ['de', 'fr'],
    'accounts.logo': ['de', 'fr'],
    'accounts.links': ['de'],
    'accounts.Religion': ['de', 'fr'],
    'people.codes': ['de', 'fr'],
    'shell.import': ['de'],
    'shell.widgets': ['de'],
    'overview.application': ['fr'],
    'overview.link': ['de'],
    'overview.widget': ['de', 'fr', 'es'],
    'overview.widgets': ['de', 'fr', 'es'],
    'subscribers.application': ['fr'],
    'subscribers.applications': ['fr'],
    'subscribers.notifications': ['fr'],
    'subscribers.source': ['fr'],
    'subscribers.feed': ['de', 'es'],
    'subscribers.links': ['de'],
    'subscribers.sourcePortal': ['de', 'es'],
    'subscribers.sourceWidget': ['de', 'fr', 'es'],
    'subscribers.widget': ['de', 'fr', 'es'],
  },
)
