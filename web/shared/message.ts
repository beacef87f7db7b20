import './fan.css'
import { frame } from './frame.ts'

// A page that only says something is there at once, also in a dialog.
frame().ready()
