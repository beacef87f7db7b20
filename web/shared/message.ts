import './fan.css'
import { frame } from './frame.ts'
import { applyScheme } from './scheme.ts'

// A page that only says something is there at once, also in a dialog.
const around = frame()
applyScheme(around.params.get('theme'))
around.ready()
