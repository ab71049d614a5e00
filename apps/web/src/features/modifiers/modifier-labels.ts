import { modifierPresets, type ModifierName } from '@atrium/contract'
import type { TFunction } from 'i18next'

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

/** What is offered for a modifier: what models are told, and how it is called in the interface's language. */
export function presetsOf(t: TFunction<'shaping'>, language: string, name: ModifierName): Preset[] {
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

/** How a modifier is shown: a preset by its name here, what somebody wrote as it is. */
export const shownModifier = (presets: readonly Preset[], value: string): string =>
  presets.find((preset) => preset.value === value)?.label ?? value

/** What models are told for what stands in the field. */
export const toldModifier = (presets: readonly Preset[], shown: string): string =>
  presets.find((preset) => preset.label === shown)?.value ?? shown
