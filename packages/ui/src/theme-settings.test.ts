import { expect, test } from 'vitest'
import { earlyThemeScript, parseThemeSettings } from './theme-settings.ts'

test.each([
  [null, 'auto', 'comfortable'],
  ['{"colorScheme":"dark","density":"compact"}', 'dark', 'compact'],
  ['{"colorScheme":"<script>","density":7}', 'auto', 'comfortable'],
  ['not json', 'auto', 'comfortable'],
  ['null', 'auto', 'comfortable'],
])('NAV-14 stored look %j is read as %s, %s', (stored, colorScheme, density) => {
  expect(parseThemeSettings(stored)).toEqual({ colorScheme, density })
})

test('NAV-14 the early script is a program and cannot end its element', () => {
  expect(() => new Function(earlyThemeScript)).not.toThrow()
  expect(earlyThemeScript).not.toContain('<')
})
