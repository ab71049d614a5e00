import { useTranslation } from '../../lib/translate.ts'

/** Writes numbers in the language of the page, with one digit after the point at most. */
export function useNumbers(): (value: number) => string {
  const { language } = useTranslation()
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return (value) => format.format(value)
}
