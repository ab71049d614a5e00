/** The kind of a column's values. */
export type ColumnKind = 'number' | 'text' | 'date' | 'boolean'

/** How the texts of a column are read: its kind, and the SQL expression that reads one text or returns null. */
export type ColumnFormat = {
  kind: ColumnKind
  /** Such as % or €, when every value has it. */
  unit: string | null
  /** The expression for a quoted column name. */
  read(column: string): string
}

/** Hints from the whole file for values that could be read in two ways. */
export type FormatHints = { hasDecimalComma: boolean }

export const asText: ColumnFormat = {
  kind: 'text',
  unit: null,
  read: (column) => `nullif(trim(${column}), '')`,
}

/** Texts that stand for a missing value, in lower case. */
const missing = ['', '-', '–', 'na', 'n/a', '#n/a', 'null', 'none', 'nan']

/** The SQL condition for a missing value. */
export const isMissing = (column: string): string =>
  `(${column} is null or lower(trim(${column})) in (${missing.map((text) => `'${text}'`).join(', ')}))`

/** Detects the format of a column from some of its texts; text when no other format reads all of them. */
export function formatOf(texts: readonly string[], hints: FormatHints): ColumnFormat {
  const values = texts.map((text) => text.trim()).filter((text) => !missing.includes(text.toLowerCase()))
  if (values.length === 0) return asText
  return booleanFormat(values) ?? dateFormat(values, hints) ?? numberFormat(values, hints) ?? asText
}

/** Whether the texts show that decimals have a comma, as in 3,5 or 1.234,50. */
export const showsDecimalComma = (texts: readonly string[]): boolean =>
  texts.some((text) => /^[-+]?\d+,\d{1,2}$|^[-+]?\d{1,3}(\.\d{3})+,\d+$|^[-+]?0,\d+$/.test(text.trim()))

function booleanFormat(values: readonly string[]): ColumnFormat | null {
  if (!values.every((value) => /^(true|false|yes|no)$/i.test(value))) return null
  return {
    kind: 'boolean',
    unit: null,
    read: (column) =>
      `case lower(trim(${column})) when 'true' then true when 'yes' then true when 'false' then false when 'no' then false end`,
  }
}

const isoDay = /^\d{4}-\d{1,2}-\d{1,2}$/
const isoMoment = /^\d{4}-\d{2}-\d{2}[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/

function dateFormat(values: readonly string[], hints: FormatHints): ColumnFormat | null {
  if (values.every((value) => isoDay.test(value)))
    return { kind: 'date', unit: null, read: (column) => `try_cast(trim(${column}) as date)` }
  if (values.every((value) => isoDay.test(value) || isoMoment.test(value)))
    return { kind: 'date', unit: null, read: (column) => `try_cast(trim(${column}) as timestamp)` }
  const pattern = patterns.find(({ shape }) => values.every((value) => shape.test(value)))
  const formats = pattern?.formats(values, hints)
  if (!formats) return null
  const type = values.some((value) => value.includes(':')) ? 'timestamp' : 'date'
  const list = formats.map((format) => `'${format}'`).join(', ')
  return {
    kind: 'date',
    unit: null,
    read: (column) => `try_cast(try_strptime(trim(${column}), [${list}]) as ${type})`,
  }
}

const clock = String.raw`( \d{1,2}:\d{2}(:\d{2})?)?`
const withTimes = (format: string) => [format, `${format} %H:%M`, `${format} %H:%M:%S`]

const patterns = [
  { shape: new RegExp(`^\\d{4}/\\d{1,2}/\\d{1,2}${clock}$`), formats: () => withTimes('%Y/%m/%d') },
  { shape: new RegExp(`^\\d{1,2}\\.\\d{1,2}\\.\\d{4}${clock}$`), formats: () => withTimes('%d.%m.%Y') },
  { shape: new RegExp(`^\\d{1,2}\\.\\d{1,2}\\.\\d{2}${clock}$`), formats: () => withTimes('%d.%m.%y') },
  { shape: new RegExp(`^\\d{1,2}/\\d{1,2}/\\d{4}${clock}$`), formats: inOrder('/', '%Y') },
  { shape: new RegExp(`^\\d{1,2}/\\d{1,2}/\\d{2}${clock}$`), formats: inOrder('/', '%y') },
  { shape: new RegExp(`^\\d{1,2}-\\d{1,2}-\\d{4}${clock}$`), formats: inOrder('-', '%Y') },
  { shape: /^\d{1,2} [A-Z][a-z]{2} \d{4}$/, formats: () => ['%d %b %Y'] },
  { shape: /^\d{1,2} [A-Z][a-z]+ \d{4}$/, formats: () => ['%d %B %Y'] },
  { shape: /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/, formats: () => ['%b %d, %Y'] },
  { shape: /^[A-Z][a-z]+ \d{1,2}, \d{4}$/, formats: () => ['%B %d, %Y'] },
]

/** Day or month first: by a number above 12, else as is usual with the same decimal separator. */
function inOrder(separator: string, year: string) {
  return (values: readonly string[], { hasDecimalComma }: FormatHints) => {
    const numbers = values.map((value) => value.split(separator).map(Number))
    const isDayFirst = numbers.some(([first = 0]) => first > 12)
    const isMonthFirst = numbers.some(([, second = 0]) => second > 12)
    if (isDayFirst && isMonthFirst) return null
    const [one, two] = isDayFirst || (!isMonthFirst && hasDecimalComma) ? ['%d', '%m'] : ['%m', '%d']
    return withTimes(`${one}${separator}${two}${separator}${year}`)
  }
}

const units = String.raw`%|[$€£¥₫₹]|(?:USD|EUR|GBP|CHF|JPY|CNY|VND|INR|CAD|AUD|SEK|NOK|DKK|MAD|SAR|AED)`
const withUnit = new RegExp(
  `^(?:(${units})\\s*)?(\\(?[-+]?[\\d.,'’\\s\u00a0\u202f]*\\d\\)?)(?:\\s*(${units}))?$`,
)
const thousands = String.raw`[ '’\u00a0\u202f]`
const written = {
  point: new RegExp(`^[-+]?(\\d{1,3}((,|${thousands})\\d{3})+|\\d+)?(\\.\\d+)?$`),
  comma: new RegExp(`^[-+]?(\\d{1,3}((\\.|${thousands})\\d{3})+|\\d+)?(,\\d+)?$`),
}

function numberFormat(values: readonly string[], { hasDecimalComma }: FormatHints): ColumnFormat | null {
  // Codes such as 00123 and long card numbers are not quantities.
  if (values.some((value) => /^[-+]?0\d+$|^\d{17,}$/.test(value))) return null
  const number = { kind: 'number' as const, unit: null }
  const isComma = hasDecimalComma || showsDecimalComma(values)
  if (values.every((value) => /^[-+]?\d+$/.test(value)))
    return { ...number, read: (column) => `try_cast(${column} as bigint)` }
  const isGrouped = isComma && values.some((value) => /^[-+]?\d{1,3}(\.\d{3})+$/.test(value))
  if (!isGrouped && values.every((value) => /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(value)))
    return { ...number, read: (column) => `try_cast(${column} as double)` }
  return styledNumber(values, isComma)
}

/** Numbers with thousands separators, decimal commas, units or parentheses for negative ones. */
function styledNumber(values: readonly string[], isComma: boolean): ColumnFormat | null {
  const parts = values.map((value) => withUnit.exec(value.replace(/^\((.*)\)$/, '$1').trim()))
  const [first] = parts
  const unit = first?.[1] ?? first?.[3] ?? null
  const isAlike = parts.every((found) => found !== null && (found[1] ?? found[3] ?? null) === unit)
  if (!isAlike) return null
  const bare = parts.map((found) => (found?.[2] ?? '').replace(/^\((.*)\)$/, '$1').trim())
  const fits = (style: 'point' | 'comma') => bare.every((text) => written[style].test(text))
  const style = (isComma ? (['comma', 'point'] as const) : (['point', 'comma'] as const)).find(fits)
  if (style === undefined) return null
  const decimal = style === 'comma' ? ',' : '.'
  return {
    kind: 'number',
    unit,
    read: (column) => {
      const digits = `regexp_replace(${column}, '[^0-9${decimal}]', '', 'g')`
      const value = `try_cast(replace(${digits}, ',', '.') as double)`
      const isNegative = `regexp_matches(${column}, '^[^0-9]*[-(]')`
      const isNumber = `regexp_full_match(trim(${column}), '[-+(]?(${units})?[-+ (]*[0-9., ''’\u00a0\u202f]*[0-9] *(${units})?[ )]*')`
      return `case when not ${isNumber} then null when ${isNegative} then -${value} else ${value} end`
    },
  }
}
