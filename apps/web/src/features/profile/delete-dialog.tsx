import { type DeletionPlan, limits } from '@atrium/contract'
import { Dialog, ErrorState, SkeletonRows } from '@atrium/ui'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { session } from '../../lib/api/api.ts'
import { errorDetail } from '../../lib/text/error-text.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { ProofForm } from '../security/index.ts'
import styles from '../../lib/forms/section.module.css'
import { deleteMyself, deletionPlanQuery } from './queries.ts'

/** Shows the consequences of deleting one's user account, and deletes it with proof of identity. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['profile', 'common'])
  const plan = useQuery(deletionPlanQuery)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('delete.question')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {plan.isPending && <SkeletonRows count={3} label={t('common:loading')} />}
      {plan.isError && !plan.data && (
        <ErrorState
          title={t('delete.planFailed')}
          text={errorDetail(plan.error)}
          action={
            <Button variant="default" loading={plan.isFetching} onClick={() => void plan.refetch()}>
              {t('common:action.tryAgain')}
            </Button>
          }
        />
      )}
      {plan.data && <Plan plan={plan.data} onClose={onClose} />}
    </Dialog>
  )
}

function Plan({ plan, onClose }: { plan: DeletionPlan; onClose: () => void }) {
  const { t } = useTranslation(['profile', 'common'])
  const inTheWay = plan.accounts.filter(({ fate }) => fate === 'in-the-way')
  const going = plan.accounts.filter(({ fate }) => fate === 'goes')

  if (inTheWay.length > 0)
    return (
      <>
        <Text>{t('delete.inTheWay')}</Text>
        <Names accounts={inTheWay} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button component={Link} to="/accounts">
            {t('delete.toAccounts')}
          </Button>
        </Group>
      </>
    )
  return (
    <ProofForm
      confirmLabel={t('delete.confirm')}
      isDangerous
      onCancel={onClose}
      onProve={async (proof) => {
        const eraseAt = await deleteMyself(proof)
        const date = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long' })
        session.end(true)
        void showToast(t('delete.done', { date: date.format(new Date(eraseAt)) }))
      }}
    >
      <Text c="dimmed" mb="sm">
        {t('delete.text', { count: limits.userUndoDays })}
      </Text>
      <Text c="dimmed" mb="sm">
        {t('delete.stays')}
      </Text>
      {going.length > 0 && (
        <>
          <Text>{t('delete.goes')}</Text>
          <Names accounts={going} />
        </>
      )}
    </ProofForm>
  )
}

function Names({ accounts }: { accounts: DeletionPlan['accounts'] }) {
  return (
    <ul className={styles.accounts}>
      {accounts.map(({ id, name }) => (
        <li key={id} className={styles.anywhere}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
