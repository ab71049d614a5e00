import { modifierPresets, type ModifierName } from '@atrium/contract'
import type { Translate } from '../../lib/translate.ts'

const languageTags: Record<(typeof modifierPresets.language)[number], string> = {
  English: 'en',
  French: 'fr',
  Vietnamese: 'vi',
  Chinese: 'zh',
  Arabic: 'ar',
  Spanish: 'es',
  German: 'de',
  Portuguese: 'pt',
  Italian: 'it',
  Dutch: 'nl',
  Russian: 'ru',
  Japanese: 'ja',
  Korean: 'ko',
  Hindi: 'hi',
  Turkish: 'tr',
  Polish: 'pl',
  Indonesian: 'id',
}

type Preset = { value: string; label: string }

/** The presets of a modifier: the text for models, and its name in the interface's language. */
export function presetsOf(t: Translate<'shaping'>, language: string, name: ModifierName): Preset[] {
  switch (name) {
    case 'tone':
      return modifierPresets.tone.map((value) => ({ value, label: t(`tone.${value}`) }))
    case 'mood':
      return modifierPresets.mood.map((value) => ({ value, label: t(`mood.${value}`) }))
    case 'format':
      return modifierPresets.format.map((value) => ({ value, label: t(`format.${value}`) }))
    case 'role':
      return modifierPresets.role.map((value) => ({ value, label: t(`role.${value}`) }))
    case 'objective':
      return modifierPresets.objective.map((value) => ({ value, label: t(`objective.${value}`) }))
    case 'audience':
      return modifierPresets.audience.map((value) => ({ value, label: t(`audience.${value}`) }))
    case 'language': {
      const names = new Intl.DisplayNames(language, { type: 'language' })
      return modifierPresets.language.map((value) => ({
        value,
        label: names.of(languageTags[value]) ?? value,
      }))
    }
  }
}

/** The displayed modifier: a preset's translated name, or the free text. */
export const shownModifier = (presets: readonly Preset[], value: string): string =>
  presets.find((preset) => preset.value === value)?.label ?? value

/** The text for models of the field's value. */
export const storedModifier = (presets: readonly Preset[], shown: string): string =>
  presets.find((preset) => preset.label === shown)?.value ?? shown
