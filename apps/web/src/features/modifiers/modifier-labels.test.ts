import { languages, modifierNames, modifierPresets } from '@atrium/contract'
import { loadCatalogue } from '@atrium/phrases'
import { expect, test } from 'vitest'
import { shownModifier, storedModifier } from './modifier-labels.ts'
import { modifiersFrom, setModifiers } from './set-modifiers.ts'

test.each(languages)('ANS-06 I18N-01 every preset has a distinct name in %s', async (language) => {
  const { shaping } = await loadCatalogue(language)
  for (const name of modifierNames) {
    if (name === 'language') continue
    const labels = modifierPresets[name].map((value) => shaping[`${name}.${value}`])
    expect(labels.every(Boolean), name).toBe(true)
    expect(new Set(labels).size, name).toBe(labels.length)
  }
})

test('ANS-06 a preset is shown by its name here and told by its own word; free text stays as it is', () => {
  const presets = [{ value: 'Formal', label: 'Soutenu' }]
  expect(shownModifier(presets, 'Formal')).toBe('Soutenu')
  expect(storedModifier(presets, 'Soutenu')).toBe('Formal')
  expect([shownModifier(presets, 'like a pirate'), storedModifier(presets, 'like a pirate')]).toEqual([
    'like a pirate',
    'like a pirate',
  ])
})

test('ANS-06 empty and unknown modifiers are left out', () => {
  expect(setModifiers({ tone: ' Formal ', mood: ' ' })).toEqual({ tone: 'Formal' })
  expect(modifiersFrom({ tone: 'Formal', mood: 7, smell: 'rose' })).toEqual({ tone: 'Formal' })
  expect(modifiersFrom('tone')).toBeNull()
})
