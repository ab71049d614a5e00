/** 32-bit FNV-1a hash of a text: the same text always gives the same number. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

/** A repeatable source of choices. */
export interface Chooser {
  /** A number from 0 up to, not including, 1. */
  fraction(): number
  /** One of a list that is not empty. */
  one<T>(list: readonly T[]): T
  /** Some different ones of a list, in the list's order. */
  some<T>(list: readonly T[], howMany: number): T[]
}

/** A chooser that makes the same choices whenever it starts from the same text (mulberry32). */
export function chooserFor(text: string): Chooser {
  let state = hashOf(text)
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const one = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(fraction() * list.length)]
    if (chosen === undefined) throw new Error('There is nothing to choose from.')
    return chosen
  }
  const some = <T>(list: readonly T[], howMany: number): T[] => {
    const ranked = list
      .map((item, place) => ({ item, place, rank: fraction() }))
      .sort((a, b) => a.rank - b.rank)
    return ranked
      .slice(0, howMany)
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item)
  }
  return { fraction, one, some }
}
