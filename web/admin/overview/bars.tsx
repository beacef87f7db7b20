import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { count } from '../kit/format.ts'

export interface Bar {
  key: string
  name: string
  /** The page of the thing, within the admin portal. */
  to?: string | undefined
  value: number
}

/** Plain bars beside names, which screen readers can read and which need no chart library. */
export function Bars({ bars }: { bars: Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul className="bars">
      {bars.map(({ key, name, to, value }) => (
        <li key={key}>
          <span className="bar-name">
            {to ? (
              <Anchor component={Link} to={to} inherit c="inherit" underline="always">
                {name}
              </Anchor>
            ) : (
              name
            )}
          </span>
          <span>
            <span className="bar" style={{ width: `${(100 * value) / most}%` }} />
          </span>
          <span className="number">{count(value)}</span>
        </li>
      ))}
    </ul>
  )
}
