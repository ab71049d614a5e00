/** Articles and particles that are written together with the next word. */
const beginnings = ['وال', 'بال', 'كال', 'فال', 'لل', 'ال', 'و']
const endings = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي']

/** Light stem of a folded Arabic word, after L. Larkey's light10: removes one prefix, then suffixes, while a word remains. */
export function arabicStem(word: string): string {
  const beginning = beginnings.find(
    (one) => word.startsWith(one) && word.length - one.length >= (one === 'و' ? 3 : 2),
  )
  let stem = beginning ? word.slice(beginning.length) : word
  for (const ending of endings)
    if (stem.endsWith(ending) && stem.length - ending.length >= 2) stem = stem.slice(0, -ending.length)
  return stem
}
