import { useState } from 'preact/hooks'
import { SelectField } from '../shared/components/field.tsx'
import { language, say, words } from '../shared/page.ts'
import type { ProviderName } from '../shared/providers.ts'

/** Common reminder offsets. */
const COMMON_OFFSETS = ['5M', '10M', '15M', '30M', '1H', '2H', '3H', '6H', '12H', '1D', '2D', '3D', '7D']

const UNITS: Record<string, { minutes: number; name: string }> = {
  M: { minutes: 1, name: 'minute' },
  H: { minutes: 60, name: 'hour' },
  D: { minutes: 1440, name: 'day' },
}

interface RemindersProps {
  publisher: string
  /** Those into whose accounts these reminders are written as well. */
  providers: ProviderName[]
  reminders: string[] | null
  onChange: (reminders: string[] | null) => void
}

const FIRST_OWN = ['1H']

/** Chooses the reminders: the publisher's, none, or up to two of the person's own. */
export function Reminders({ publisher, providers, reminders, onChange }: RemindersProps) {
  const { portal } = words
  // Kept while the person tries another choice.
  const [own, setOwn] = useState(reminders?.length ? reminders : FIRST_OWN)
  const chosen = reminders === null ? 'publisher' : reminders.length === 0 ? 'none' : 'own'
  const choices = [
    { name: 'publisher', label: say(portal.remindersPublisher, { publisher }), value: null },
    { name: 'none', label: portal.remindersNone, value: [] },
    { name: 'own', label: portal.remindersOwn, value: own },
  ]
  const changeOwn = (next: string[]) => {
    setOwn(next)
    onChange(next)
  }
  return (
    <fieldset class="part reminders">
      <legend>
        <h2>{portal.remindersTitle}</h2>
      </legend>
      <p class="soft">
        {portal.remindersText} {providers.includes('google') && portal.remindersGoogle}{' '}
        {providers.includes('microsoft') && portal.remindersMicrosoft}
      </p>
      {choices.map(({ name, label, value }) => (
        <label class="check" key={name}>
          <input
            type="radio"
            name="reminders"
            value={name}
            checked={chosen === name}
            onInput={() => onChange(value)}
          />
          <span>{label}</span>
        </label>
      ))}
      {chosen === 'own' && <OwnReminders own={own} onChange={changeOwn} />}
    </fieldset>
  )
}

function OwnReminders({ own, onChange }: { own: string[]; onChange: (own: string[]) => void }) {
  const { portal } = words
  const [first = '', second = ''] = own
  const options = (taken: string) =>
    offsetChoices(own)
      .filter((offset) => offset !== taken)
      .map((offset) => ({ value: offset, label: say(portal.before, { time: offsetText(offset) }) }))
  const two = (a: string, b: string) => onChange(b ? [a, b] : [a])
  return (
    <div class="own">
      <SelectField
        label={portal.firstReminder}
        name="first"
        required
        none={false}
        options={options(second)}
        value={first}
        onInput={(value) => two(value, second)}
      />
      <SelectField
        label={portal.secondReminder}
        name="second"
        required
        none={portal.noReminder}
        options={options(first)}
        value={second}
        onInput={(value) => two(first, value)}
      />
    </div>
  )
}

/** The common offsets and those in use, shortest first. */
function offsetChoices(inUse: string[]): string[] {
  return [...new Set([...COMMON_OFFSETS, ...inUse])].sort((a, b) => minutesOf(a) - minutesOf(b))
}

/** `15 minutes`, in the language of the page. */
function offsetText(offset: string): string {
  const unit = UNITS[offset.at(-1)!]!.name
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    parseInt(offset, 10),
  )
}

function minutesOf(offset: string): number {
  return parseInt(offset, 10) * UNITS[offset.at(-1)!]!.minutes
}
