import type { Zone } from '../clock.ts'
import { openCadaver } from './cadaver.ts'
import { openEvolution } from './evolution.ts'
import { openKhal } from './khal.ts'
import { openNextcloud } from './nextcloud.ts'
import type { Device, Program } from './program.ts'
import { openPython } from './python-caldav.ts'
import { openThunderbird } from './thunderbird.ts'
import { openTsdav } from './tsdav.ts'

/** The programs by name, the Debian packages they are in, and how each is opened with an account. */
export const PROGRAMS: Record<
  string,
  { packages: string; open: (url: string, device: Device) => Promise<Program | undefined> }
> = {
  tsdav: { packages: '(npm)', open: openTsdav },
  '@nextcloud/cdav-library': { packages: 'chromium', open: openNextcloud },
  'python3-caldav': { packages: 'python3-caldav', open: openPython },
  'khal London': { packages: 'khal vdirsyncer', open: khalIn('Europe/London') },
  'khal New York': { packages: 'khal vdirsyncer', open: khalIn('America/New_York') },
  cadaver: { packages: 'cadaver', open: openCadaver },
  Evolution: {
    packages: 'evolution-data-server gir1.2-ecal-2.0 gir1.2-edataserver-1.2 gir1.2-ical-3.0 python3-gi dbus',
    open: openEvolution,
  },
  Thunderbird: { packages: 'thunderbird xvfb', open: openThunderbird },
}

function khalIn(zone: Zone) {
  return (url: string, device: Device) => openKhal(url, device, zone)
}
