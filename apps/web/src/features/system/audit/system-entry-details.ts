import type { SystemAuditEntry } from '@atrium/contract'
import type { useTranslation } from '../../../lib/translate.ts'

type Words = ReturnType<typeof useTranslation<'systemAudit'>>['t']

/** The details of an entry as lines of text: its object and changes. */
export function systemEntryDetails(
  { account, personName, objectId, details }: SystemAuditEntry,
  t: Words,
): string[] {
  const detail = (name: string): string | null => {
    const value = details[name]
    return value === null || value === undefined || value === '' ? null : String(value)
  }
  const credits = detail('credits')
  const isChange = 'from' in details
  const lines = [
    account?.name ?? detail('name') ?? objectId,
    personName,
    isChange &&
      t('about.change', { from: detail('from') ?? t('about.none'), to: detail('to') ?? t('about.none') }),
    !isChange && detail('to'),
    credits !== null && t('about.credits', { count: Number(credits) }),
    details['frequency'] === 'monthly' && t('about.monthly'),
    detail('reason'),
    detail('fields'),
  ]
  return lines.filter((line): line is string => typeof line === 'string' && line !== '')
}
