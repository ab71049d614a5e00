import { stemsInOrder } from '../index/words-of-passage.ts'

/** Maximum distance between two keywords that belong together, in words. */
const maxDistance = 4

/**
 * Returns how much of a text's match with a query is no accident of single words: the sum over neighboring keywords of the query,
 * stop words ignored, that follow one another in the text in either order, at most four words apart. Each pair counts once, with
 * the lesser of its values. `values` has each keyword's value in the query's order.
 */
export function keywordsTogether(text: string, values: ReadonlyMap<string, number>): number {
  const places = new Map([...values.keys()].map((stem, place) => [stem, place]))
  const ofPlace = [...values.values()]
  const pairs = new Set<number>()
  let last = { place: -2, position: -Infinity }
  for (const [position, stem] of stemsInOrder(text).entries()) {
    const place = places.get(stem)
    if (place === undefined) continue
    if (position - last.position <= maxDistance && Math.abs(place - last.place) === 1)
      pairs.add(Math.min(place, last.place))
    last = { place, position }
  }
  return [...pairs].reduce((sum, place) => sum + Math.min(ofPlace[place] ?? 0, ofPlace[place + 1] ?? 0), 0)
}
