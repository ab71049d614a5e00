/** Names that no two files share: duplicates get a number. */
export function distinctNames(names: readonly string[], ending: string): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = `${name}${ending}`
    for (let number = 2; taken.has(distinct.toLowerCase()); number++)
      distinct = `${name} (${number})${ending}`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}
