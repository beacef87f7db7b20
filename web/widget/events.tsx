import { ListView } from './list-view.tsx'
import { openEvents } from './open-events.tsx'

openEvents('list', { list: ListView })
