import { useTranslation } from '../../lib/translate.ts'

/** Formats numbers in the page's language, with at most one decimal. */
export function useNumbers(): (value: number) => string {
  const { language } = useTranslation()
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return (value) => format.format(value)
}
