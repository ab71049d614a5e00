import { modifierNames, type Modifiers } from '@atrium/contract'

/** The non-empty modifiers, trimmed. */
export const setModifiers = (modifiers: Modifiers): Modifiers =>
  Object.fromEntries(
    modifierNames.map((name) => [name, modifiers[name]?.trim()] as const).filter(([, value]) => value),
  )

/** Reads modifiers of unknown origin; drops invalid ones. */
export const modifiersFrom = (value: unknown): Modifiers | null =>
  typeof value === 'object' && value !== null
    ? setModifiers(
        Object.fromEntries(
          Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
      )
    : null
