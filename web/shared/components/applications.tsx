import { type Application, applicationsFor } from '../applications.ts'
import { device } from '../device.ts'
import { words } from '../page.ts'
import { isSecondClick } from '../second-click.ts'
import { APPLICATION_SIGNS } from './application-signs.tsx'

interface TilesProps {
  /** Whether the one that fits this device is larger. */
  lead?: boolean
  chosen?: Application | undefined
  /** The one that is being waited for. */
  busy?: Application | undefined
  onChoose: (application: Application) => void
}

/** The applications that fit this device, the likeliest first. */
export function ApplicationTiles({ lead = false, chosen, busy, onChoose }: TilesProps) {
  return (
    <ul class={busy ? 'tiles waiting' : 'tiles'}>
      {applicationsFor(device).map((application, i) => {
        const Sign = APPLICATION_SIGNS[application]
        const first = lead && i === 0
        return (
          <li key={application} class={first ? 'first' : undefined}>
            <button
              type="button"
              class="tile"
              aria-pressed={chosen === undefined ? undefined : chosen === application}
              aria-busy={busy === application || undefined}
              aria-disabled={busy !== undefined || undefined}
              onClick={(event) => {
                if (busy === undefined && !isSecondClick(event)) onChoose(application)
              }}
            >
              <Sign />
              <span>
                {words.apps[application]}
                {first && <span class="fits">{busy ? words.common.oneMoment : words.apps.fits}</span>}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
