import { type Application, applicationsFor } from '../applications.ts'
import { device } from '../device.ts'
import { words } from '../page.ts'
import type { ProviderName } from '../providers.ts'
import { isSecondClick } from '../second-click.ts'
import { APPLICATION_ICONS } from './application-icons.tsx'

interface TilesProps {
  /** Those into whose accounts calendars are written as well. */
  providers: ProviderName[]
  /** Shows the most likely application larger. */
  lead?: boolean
  chosen?: Application | undefined
  /** The application whose request is running. */
  busy?: Application | undefined
  onChoose: (application: Application) => void
}

/** The applications for this device, most likely first. */
export function ApplicationTiles({ providers, lead = false, chosen, busy, onChoose }: TilesProps) {
  return (
    <ul class={busy ? 'tiles waiting' : 'tiles'}>
      {applicationsFor(device, providers).map((application, i) => {
        const Icon = APPLICATION_ICONS[application]
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
              <Icon />
              <span>
                {words.applications[application]}
                {first && <span class="fits">{busy ? words.common.oneMoment : words.applications.fits}</span>}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
