import { modifierNames, type Modifiers } from '@atrium/contract'

/** The modifiers that say something, trimmed. */
export const setModifiers = (modifiers: Modifiers): Modifiers =>
  Object.fromEntries(
    modifierNames.map((name) => [name, modifiers[name]?.trim()] as const).filter(([, value]) => value),
  )

/** Reads modifiers of unknown origin; what is none of them is left out. */
export const modifiersFrom = (value: unknown): Modifiers | null =>
  typeof value === 'object' && value !== null
    ? setModifiers(
        Object.fromEntries(
          Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
      )
    : null
