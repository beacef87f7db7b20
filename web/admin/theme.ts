import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { BUTTON_PRESS, MENU_CHOICE } from './kit/press.ts'

/** The tokens of the design, the same names as on the fan's pages. */
const TOKENS = {
  light: {
    '--paper': '#fbfaf7',
    '--surface': '#ffffff',
    '--ink': '#1f1c18',
    '--ink-soft': '#5f584f',
    '--line': '#e4dfd6',
    '--edge': '#8b8378',
    '--accent': '#a63a22',
    '--accent-ink': '#ffffff',
    '--ok': '#2e6b3f',
    '--warn': '#8a5a00',
    '--bad': '#b3261e',
  },
  dark: {
    '--paper': '#171614',
    '--surface': '#211f1c',
    '--ink': '#f1eee8',
    '--ink-soft': '#b9b1a5',
    '--line': '#37332e',
    '--edge': '#827a6f',
    '--accent': '#f08a6c',
    '--accent-ink': '#171614',
    '--ok': '#8fd0a0',
    '--warn': '#e7b65c',
    '--bad': '#ff9a8f',
  },
}

/**
 * Ten shades of a colour, as Mantine needs them. The fifth is used on dark pages, the eighth on light ones.
 */
function shades(light: string, dark: string): MantineColorsTuple {
  const mixed = (color: string, share: number, on: string) => `color-mix(in srgb, ${color} ${share}%, ${on})`
  return [
    mixed(light, 8, '#ffffff'),
    mixed(light, 16, '#ffffff'),
    mixed(light, 32, '#ffffff'),
    mixed(dark, 75, '#ffffff'),
    dark,
    mixed(light, 70, '#ffffff'),
    mixed(light, 85, '#ffffff'),
    light,
    mixed(light, 88, '#000000'),
    mixed(light, 76, '#000000'),
  ]
}

const { light, dark } = TOKENS

/** Mantine's greys, made from ink and line so that nothing is bluish beside them: on light pages, on dark ones. */
const GREYS: Record<'gray' | 'dark', MantineColorsTuple> = {
  gray: [
    ...['#f7f5f1', '#f1eee8', '#eae6de', light['--line'], '#d3ccc0', '#b3aa9c'],
    ...[light['--edge'], light['--ink-soft'], '#3a352f', light['--ink']],
  ] as unknown as MantineColorsTuple,
  dark: [
    ...[dark['--ink'], dark['--ink-soft'], '#9b9286', dark['--edge'], '#4a453e'],
    ...[dark['--line'], '#2a2723', dark['--surface'], '#1b1917', dark['--paper']],
  ] as unknown as MantineColorsTuple,
}

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    // Our colours are dark on light pages and light on dark ones, so the text on them differs by scheme.
    return input.variant === 'filled' ? { ...colors, color: 'var(--accent-ink)' } : colors
  },
  colors: {
    ...GREYS,
    accent: shades(light['--accent'], dark['--accent']),
    ok: shades(light['--ok'], dark['--ok']),
    warn: shades(light['--warn'], dark['--warn']),
    bad: shades(light['--bad'], dark['--bad']),
  },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '14px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '1.25' },
      h2: { fontSize: '20px', lineHeight: '1.3' },
      h3: { fontSize: '16px', lineHeight: '1.4' },
    },
  },
  defaultRadius: '8px',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 120 } } },
    // Its `header` element would be announced as the banner of the whole page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Drawer: { defaultProps: { transitionProps: { duration: 120 } } },
    // Menus belong into the landmark of the content, and Mantine's
    // placeholder item would be announced as an item.
    Menu: {
      defaultProps: {
        transitionProps: { duration: 100 },
        withInitialFocusPlaceholder: false,
        portalProps: { target: '#content' },
      },
    },
    MenuDropdown: { defaultProps: MENU_CHOICE },
    Button: { defaultProps: BUTTON_PRESS },
    ActionIcon: { defaultProps: BUTTON_PRESS },
    Badge: { defaultProps: { tt: 'none', radius: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
})

/** Mantine's variables, set from our tokens. */
const MANTINE_VARIABLES = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-default-hover': 'color-mix(in srgb, var(--accent) 7%, var(--surface))',
  ...Object.fromEntries(['accent', 'ok', 'warn', 'bad'].flatMap(variablesOf)),
}

/** Mantine's variables for a colour of ours: filled, light and outline, readable in both schemes. */
function variablesOf(name: string): [string, string][] {
  const color = `var(--${name})`
  return [
    [`--mantine-color-${name}-filled`, color],
    [`--mantine-color-${name}-filled-hover`, `color-mix(in srgb, ${color} 88%, var(--ink))`],
    [`--mantine-color-${name}-text`, color],
    [`--mantine-color-${name}-light`, `color-mix(in srgb, ${color} 9%, var(--surface))`],
    [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, ${color} 16%, var(--surface))`],
    [`--mantine-color-${name}-light-color`, color],
    [`--mantine-color-${name}-outline`, color],
    [`--mantine-color-${name}-outline-hover`, `color-mix(in srgb, ${color} 7%, var(--surface))`],
  ]
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...light, ...MANTINE_VARIABLES, '--mantine-primary-color-contrast': light['--accent-ink'] },
  dark: { ...dark, ...MANTINE_VARIABLES, '--mantine-primary-color-contrast': dark['--accent-ink'] },
})
