import './settings.css'
import { Group, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import { accentOf, isColor, type Scheme, SCHEMES } from '../../../src/colors.ts'

interface LookPreviewProps {
  name: string
  primary: string
  secondary: string
}

/** A sample of the publisher's pages in both colour schemes, with the colours corrected for contrast. */
export function LookPreview(props: LookPreviewProps) {
  return (
    <>
      <Group align="stretch">
        <Look scheme="light" {...props} />
        <Look scheme="dark" {...props} />
      </Group>
      <Text size="sm" c="dimmed" mt="sm" role="status">
        {correctionText('First colour', props.primary)} {correctionText('Second colour', props.secondary)}
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
    <div className="look" style={style} role="img" aria-label={`Your pages in ${scheme} mode`}>
      <div className="look-band" />
      <div className="look-body">
        <b>{name || 'Your name'}</b>
        <div className="look-row">
          <span className="look-leaf">
            <span>Sat</span>
            <b>10</b>
            <span>Apr</span>
          </span>
          <span>Next event</span>
        </div>
        <span className="look-button">Subscribe</span>
      </div>
    </div>
  )
}

/** A colour as pages in this scheme show it; without a colour, the default accent. */
function shown(color: string, scheme: Scheme): string {
  return accentOf(color, scheme).accent
}

function correctionText(what: string, color: string): string {
  if (!isColor(color)) return ''
  const changed = (scheme: Scheme) =>
    shown(color, scheme) !== shown('', scheme) && !isSame(shown(color, scheme), color)
  const [light, dark] = [changed('light'), changed('dark')]
  if (light && dark)
    return `${what}: darkened on light pages and lightened on dark ones, so that text can be read.`
  if (light) return `${what}: darkened on light pages, so that text can be read.`
  if (dark) return `${what}: lightened on dark pages, so that text can be read.`
  return `${what}: shown as it is.`
}

function isSame(a: string, b: string): boolean {
  const long = (color: string) =>
    (color.length === 4
      ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}`
      : color
    ).toLowerCase()
  return long(a) === long(b)
}
