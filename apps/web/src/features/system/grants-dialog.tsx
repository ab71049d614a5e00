import type { CreditGrant, SystemAccount } from '@atrium/contract'
import { Dialog, SkeletonRows } from '@atrium/ui'
import list from '@atrium/ui/lists/list-table.module.css'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { accountChanges, creditGrantsQuery } from './queries.ts'
import styles from './system.module.css'

type GrantsDialogProps = { account: SystemAccount; onClose: () => void }

/** The credits granted to an account; ends monthly grants. */
export function GrantsDialog({ account, onClose }: GrantsDialogProps) {
  const { t } = useTranslation(['systemPlans', 'common'])
  const grants = useQuery(creditGrantsQuery(account.id))
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('grants.title', { name: account.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Loaded
        compact
        query={grants}
        skeleton={<SkeletonRows count={3} label={t('grants.loading')} />}
        failed={t('grants.failed')}
      >
        {(granted) =>
          granted.length === 0 ? (
            <Text c="dimmed" size="sm">
              {t('grants.none')}
            </Text>
          ) : (
            <ul className={styles.grants}>
              {granted.map((grant) => (
                <GrantItem key={grant.id} account={account} grant={grant} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function GrantItem({ account, grant }: { account: SystemAccount; grant: CreditGrant }) {
  const { t } = useTranslation('systemPlans')
  const date = (at: string) =>
    new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' }).format(new Date(at))
  const isActive = grant.frequency === 'monthly' && grant.endedAt === null
  return (
    <li className={styles.grant}>
      <div className={styles.grantWords}>
        <strong>{t(`grants.${grant.frequency}`, { count: grant.credits })}</strong>
        <bdi>{grant.reason}</bdi>
        <span className={list.under}>
          {t('grants.by', {
            name: grant.grantedByName ?? t('grants.byCommand'),
            date: date(grant.grantedAt),
          })}
          {grant.endedAt !== null && ` · ${t('grants.ended', { date: date(grant.endedAt) })}`}
        </span>
      </div>
      {isActive && (
        <Button
          variant="default"
          size="sm"
          aria-label={t('grants.end.label', { reason: grant.reason })}
          onClick={() =>
            void showOutcome(accountChanges(account.id).endGrant(grant.id), t('grants.end.done'))
          }
        >
          {t('grants.end')}
        </Button>
      )}
    </li>
  )
}
