import { MonthView } from './month-view.tsx'
import { openEvents } from './open-events.tsx'

openEvents('month', { month: MonthView })
