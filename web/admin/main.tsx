import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './admin.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { restorePublisher } from './kit/session.tsx'

restorePublisher()
createRoot(document.getElementById('page')!).render(<App />)
