import '../shared/fan.css'
import './plain.css'

// The pages of the form for people without scripts are rendered on the server, and are done with that.
