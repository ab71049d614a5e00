import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import { ink, night, readable, stone } from './palette.ts'

/** The product's Mantine theme. Colors and sizes that our own styles need are in `tokens.css`. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, gray: stone, dark: night },
  white: '#ffffff',
  black: '#262420',
  autoContrast: true,
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-code)',
  headings: {
    fontFamily: 'var(--font-display)',
    fontWeight: '560',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--text-3xl)', lineHeight: '1.15' },
      h2: { fontSize: 'var(--text-2xl)', lineHeight: '1.2' },
      h3: { fontSize: 'var(--text-xl)', lineHeight: '1.3' },
      h4: { fontSize: 'var(--text-lg)', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-5)',
    xl: 'var(--space-6)',
  },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--shadow-sm)',
    sm: 'var(--shadow-sm)',
    md: 'var(--shadow-md)',
    lg: 'var(--shadow-md)',
    xl: 'var(--shadow-lg)',
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { fw: 550 } },
    // A dialog's header is not a second banner of the page.
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        // No blur: without a graphics card it takes over 150 ms of every frame.
        overlayProps: { backgroundOpacity: 0.36 },
        attributes: { header: { role: 'presentation' } },
      },
    },
    // User text gets its own direction. `dir` would also mirror the field's icons.
    TextInput: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    Textarea: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    // Focus starts at the first item. A focusable placeholder would be an invalid child of a menu.
    Menu: { defaultProps: { shadow: 'lg', radius: 'md', offset: 6, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'lg', radius: 'md' } },
    Tooltip: {
      defaultProps: {
        openDelay: 350,
        withArrow: false,
        fz: 'xs',
        events: { hover: true, focus: true, touch: false },
      },
    },
    Badge: { defaultProps: { tt: 'none', fw: 600 } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
})

type Readable = (typeof readable)['light' | 'dark']

const schemeVariables = (colours: Readable): Record<string, string> => ({
  '--mantine-color-body': colours.page,
  '--mantine-color-text': colours.text,
  '--mantine-color-dimmed': colours.quiet,
  '--mantine-color-placeholder': colours.placeholder,
  '--mantine-color-error': colours.danger,
  '--mantine-color-anchor': colours.accent,
  '--mantine-color-ink-text': colours.accent,
  '--mantine-color-ink-light': 'var(--accent-soft)',
  '--mantine-color-ink-light-hover': 'color-mix(in srgb, var(--accent-soft) 80%, var(--accent))',
  '--mantine-color-ink-light-color': colours.accent,
  '--mantine-color-ink-outline': colours.accent,
  '--mantine-color-red-light-color': colours.danger,
  '--mantine-color-green-light-color': colours.success,
  '--mantine-color-orange-light-color': colours.warning,
  '--mantine-color-gray-light-color': colours.text,
  '--mantine-color-default': colours.surface,
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': colours.text,
  '--mantine-color-default-border': 'var(--line-strong)',
})

/** Corrects the library's colors that fail WCAG AA and ties its surfaces to our tokens. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables(readable.light),
  dark: schemeVariables(readable.dark),
})
