export type Variables = Readonly<Record<string, string | number | null | undefined>>

/** A phrase with its variables filled in: `{{name}}` as it is, `{{count, number}}` in the language's number format. */
export const fillIn = (phrase: string, variables: Variables, language: string): string =>
  phrase.replaceAll(/\{\{([^{},]+)(, *number)?\}\}/g, (written, name: string, isNumber?: string) => {
    const value = variables[name.trim()]
    if (value === undefined) return name.trim() in variables ? '' : written
    if (isNumber) return numbersOf(language).format(value as number)
    return value === null ? '' : String(value)
  })

const formats = new Map<string, Intl.NumberFormat>()
function numbersOf(language: string): Intl.NumberFormat {
  const known = formats.get(language) ?? new Intl.NumberFormat(language)
  formats.set(language, known)
  return known
}
