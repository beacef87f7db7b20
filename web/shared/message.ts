import './fan.css'
import { connectHost } from './host.ts'
import { applyScheme } from './scheme.ts'

// A page with only a message is ready at once, also in a dialog.
const host = connectHost()
applyScheme(host.params.get('theme'))
host.ready()
