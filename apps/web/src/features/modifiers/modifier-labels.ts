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
  if (name === 'language') {
    const names = new Intl.DisplayNames(language, { type: 'language' })
    return modifierPresets.language.map((value) => ({ value, label: names.of(languageTags[value]) ?? value }))
  }
  const values: readonly string[] = modifierPresets[name]
  // The keys are made of the very lists; a test compares them in every language.
  return values.map((value) => ({ value, label: t(`${name}.${value}` as 'tone.Formal') }))
}

/** How a modifier is shown: a preset by its name here, what somebody wrote as it is. */
export const shownModifier = (presets: readonly Preset[], value: string): string =>
  presets.find((preset) => preset.value === value)?.label ?? value

/** What models are told for what stands in the field. */
export const toldModifier = (presets: readonly Preset[], shown: string): string =>
  presets.find((preset) => preset.label === shown)?.value ?? shown
