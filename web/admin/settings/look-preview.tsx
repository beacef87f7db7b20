import './settings.css'
import { Group, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import { accentOf, isColor, type Scheme, SCHEMES } from '../../../src/colors.ts'
import { count, locale } from '../kit/format.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

interface LookPreviewProps {
  name: string
  primary: string
  secondary: string
}

/** A Saturday, for the leaf of the sample. */
const SAMPLE_DAY = new Date(2027, 3, 10)
const WEEKDAY = new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(SAMPLE_DAY)
const MONTH = new Intl.DateTimeFormat(locale, { month: 'short' }).format(SAMPLE_DAY)

/** A sample of the publisher's pages in both colour schemes, with the colours corrected for contrast. */
export function LookPreview(props: LookPreviewProps) {
  return (
    <>
      <Group align="stretch">
        <Look scheme="light" {...props} />
        <Look scheme="dark" {...props} />
      </Group>
      <Text size="sm" c="dimmed" mt="sm" role="status">
        {correctionText(words.settings.firstColor, props.primary)}{' '}
        {correctionText(words.settings.secondColor, props.secondary)}
      </Text>
    </>
  )
}

function Look({ scheme, name, primary, secondary }: LookPreviewProps & { scheme: Scheme }) {
  const { paper, surface, ink, line } = SCHEMES[scheme]
  const { accent, accentInk } = accentOf(primary, scheme)
  const style = {
    '--look-paper': paper,
    '--look-surface': surface,
    '--look-ink': ink,
    '--look-line': line,
    '--look-accent': accent,
    '--look-accent-ink': accentInk,
    '--look-accent-2': isColor(secondary) ? shown(secondary, scheme) : accent,
  } as CSSProperties
  return (
    <div
      className="look"
      style={style}
      role="img"
      aria-label={scheme === 'light' ? words.settings.lightLook : words.settings.darkLook}
    >
      <div className="look-band" />
      <div className="look-body">
        <b>{name || words.settings.yourName}</b>
        <div className="look-row">
          <span className="look-leaf">
            <span>{WEEKDAY}</span>
            <b>{count(SAMPLE_DAY.getDate())}</b>
            <span>{MONTH}</span>
          </span>
          <span>{words.settings.nextEvent}</span>
        </div>
        <span className="look-button">{words.settings.subscribe}</span>
      </div>
    </div>
  )
}

/** A colour as pages in this scheme show it; without a colour, the default accent. */
function shown(color: string, scheme: Scheme): string {
  return accentOf(color, scheme).accent
}

function correctionText(label: string, color: string): string {
  if (!isColor(color)) return ''
  const changed = (scheme: Scheme) =>
    shown(color, scheme) !== shown('', scheme) && !isSame(shown(color, scheme), color)
  const [light, dark] = [changed('light'), changed('dark')]
  const both = light ? words.settings.darkenedLightened : words.settings.lightened
  const text = dark ? both : light ? words.settings.darkened : words.settings.asIs
  return say(text, { color: label })
}

function isSame(a: string, b: string): boolean {
  const long = (color: string) =>
    (color.length === 4
      ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}`
      : color
    ).toLowerCase()
  return long(a) === long(b)
}
