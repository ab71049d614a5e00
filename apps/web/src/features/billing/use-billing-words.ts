import { currentLanguage } from '../../lib/i18n.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { useTranslation } from '../../lib/translate.ts'

/** Days and numbers in the interface's language. Days of periods are UTC days. */
export function useBillingWords() {
  const { t } = useTranslation('billing')
  const day = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long', timeZone: 'UTC' })
  const moment = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' })
  const credits = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 3 })
  return {
    t,
    day: (date: string) => day.format(new Date(date)),
    dateOf: (instant: string) => moment.format(new Date(instant)),
    credits: (amount: number) => credits.format(amount),
  }
}
