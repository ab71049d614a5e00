import { expect, test } from 'vitest'
import { parseThemeSettings } from './theme-settings.ts'

test.each([
  [null, 'auto', 'comfortable'],
  ['{"colorScheme":"dark","density":"compact"}', 'dark', 'compact'],
  ['{"colorScheme":"<script>","density":7}', 'auto', 'comfortable'],
  ['not json', 'auto', 'comfortable'],
  ['null', 'auto', 'comfortable'],
])('NAV-14 stored look %j is read as %s, %s', (stored, colorScheme, density) => {
  expect(parseThemeSettings(stored)).toEqual({ colorScheme, density })
})
