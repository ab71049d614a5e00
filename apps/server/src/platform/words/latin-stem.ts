type Ending = [ending: string, instead: string, minStemLength: number]

/**
 * Endings of English and French, longest first, with their replacement and the minimum remaining letters. Light rules (after S.
 * Harman's S-stemmer and J. Savoy's light French stemmer): they unify plurals, tenses and feminine forms, and keep different
 * meanings apart.
 */
const plurals: readonly Ending[] = [
  ['eaux', 'eau', 2],
  ['ieux', 'ieu', 2],
  ['aux', 'al', 3],
  ['sses', 'ss', 2],
  ['ies', 'y', 2],
  ['xes', 'x', 2],
  ['ches', 'ch', 2],
  ['shes', 'sh', 2],
  ['us', 'us', 1],
  ['ss', 'ss', 1],
  ['is', 'is', 1],
  ['s', '', 3],
]
const forms: readonly Ending[] = [
  ['issements', 'ir', 3],
  ['issement', 'ir', 3],
  ['ements', '', 4],
  ['ement', '', 4],
  ['ations', '', 4],
  ['ation', '', 4],
  ['ateur', '', 4],
  ['atrice', '', 4],
  ['ators', '', 4],
  ['ator', '', 4],
  ['ingly', '', 4],
  ['edly', '', 4],
  ['euse', 'eu', 3],
  ['eur', 'eu', 3],
  ['eux', 'eu', 3],
  ['ives', 'if', 3],
  ['ive', 'if', 3],
  ['ing', '', 3],
  ['ied', 'y', 2],
  ['ers', '', 4],
  ['ees', '', 4],
  ['ee', '', 4],
  ['ed', '', 3],
  ['er', '', 4],
  ['ly', '', 4],
  ['ez', '', 4],
  ['es', '', 4],
  ['e', '', 4],
]
const doubled = /([bdfgklmnprtz])\1$/

/** Returns the common stem of a folded Latin word's forms; short words and words with digits stay unchanged. */
export function latinStem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const stem = without(forms, without(plurals, word)).replace(doubled, '$1')
  return stem.endsWith('y') && stem.length > 3 ? `${stem.slice(0, -1)}i` : stem
}

function without(endings: readonly Ending[], word: string): string {
  const found = endings.find(
    ([ending, , minStemLength]) => word.endsWith(ending) && word.length - ending.length >= minStemLength,
  )
  return found ? word.slice(0, word.length - found[0].length) + found[1] : word
}
