import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]
export type ThemeSettings = { colorScheme: MantineColorScheme; density: Density }

/** The name under which the browser stores the reader's theme settings. */
export const themeSettingsKey = 'theme settings'

const defaults: ThemeSettings = { colorScheme: 'auto', density: 'comfortable' }

/** Reads stored settings; anything unknown or damaged becomes the default. */
export function parseThemeSettings(stored: string | null): ThemeSettings {
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    if (typeof value !== 'object' || value === null) return defaults
    const { colorScheme, density } = value as Record<string, unknown>
    return {
      colorScheme: colorScheme === 'light' || colorScheme === 'dark' ? colorScheme : 'auto',
      density: density === 'compact' ? 'compact' : 'comfortable',
    }
  } catch {
    return defaults
  }
}

// Storage throws if the browser forbids it; the theme then lasts as long as the page.
export function readThemeSettings(): ThemeSettings {
  try {
    return parseThemeSettings(localStorage.getItem(themeSettingsKey))
  } catch {
    return defaults
  }
}

export function writeThemeSettings(change: Partial<ThemeSettings>): ThemeSettings {
  const settings = { ...readThemeSettings(), ...change }
  try {
    localStorage.setItem(themeSettingsKey, JSON.stringify(settings))
  } catch {
    // Stored for this page only.
  }
  document.documentElement.dataset.density = settings.density
  return settings
}

/** Keeps Mantine's color scheme in our settings and follows changes made in other tabs. */
export function themeSettingsManager(): MantineColorSchemeManager {
  let stopListening = () => {}
  return {
    get: () => readThemeSettings().colorScheme,
    set: (colorScheme) => void writeThemeSettings({ colorScheme }),
    subscribe: (onUpdate) => {
      const listen = (event: StorageEvent) => {
        if (event.key === themeSettingsKey) onUpdate(parseThemeSettings(event.newValue).colorScheme)
      }
      addEventListener('storage', listen)
      stopListening = () => removeEventListener('storage', listen)
    },
    unsubscribe: () => stopListening(),
    clear: () => void writeThemeSettings(defaults),
  }
}
