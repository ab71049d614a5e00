import type { UsageRow, UsageView } from '@atrium/contract'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { useTranslation } from '../../lib/translate.ts'

/** Names and numbers of a report in the interface's language. */
export function useReportWords() {
  const { t } = useTranslation('reports')
  const credits = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 3 })
  const exact = new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
  })
  const whole = new Intl.NumberFormat(currentLanguage())
  const day = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
  const shortDay = new Intl.DateTimeFormat(dateLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const nameOf = (view: UsageView, { key, name }: Pick<UsageRow, 'key' | 'name'>): string => {
    if (view === 'date') return key === null ? '' : day.format(new Date(key))
    if (view === 'member') return name ?? t('row.formerMember')
    if (view === 'model') return name ?? t('row.noModel')
    return name ?? (key === null ? t('row.noRoom') : t('row.hiddenRoom'))
  }
  return {
    t,
    nameOf,
    credits: (amount: number) => credits.format(amount),
    /** To the thousandth, for columns. */
    exactCredits: (amount: number) => exact.format(amount),
    whole: (count: number) => whole.format(count),
    day: (date: string) => day.format(new Date(date)),
    shortDay: (date: string) => shortDay.format(new Date(date)),
  }
}
