import type { SystemAccount, SystemPlan } from '@atrium/contract'
import { Dialog, SkeletonRows } from '@atrium/ui'
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { accountChanges, systemPlansQuery } from './queries.ts'

type PlanDialogProps = { account: SystemAccount; onClose: () => void }

/** Chooses the plan of an account. */
export function PlanDialog({ account, onClose }: PlanDialogProps) {
  const { t } = useTranslation(['systemPlans', 'common'])
  const plans = useQuery(systemPlansQuery)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('plan.title', { name: account.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {plans.isPending ? (
        <SkeletonRows count={3} label={t('plan.loading')} />
      ) : plans.isError && !plans.data ? (
        <LoadFailure compact title={t('plan.failed')} query={plans} />
      ) : (
        <PlanForm account={account} plans={plans.data} onClose={onClose} />
      )}
    </Dialog>
  )
}

function PlanForm({ account, plans, onClose }: PlanDialogProps & { plans: SystemPlan[] }) {
  const { t } = useTranslation(['systemPlans', 'common'])
  const [planName, setPlanName] = useState(account.planName)
  const { form, submit, isSending, failure } = useSubmit(
    () => ({}),
    async () => {
      await accountChanges(account.id).setPlan(planName)
      void showToast(t('plan.done', { name: account.name, plan: planName }), 'good')
      onClose()
    },
  )
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Text c="dimmed" size="sm" mb="md">
        {t('plan.text')}
      </Text>
      <FailureNote failure={failure} />
      <Radio.Group name="planName" aria-label={t('plan.label')} value={planName} onChange={setPlanName}>
        <Stack gap="md">
          {plans.map((plan) => (
            <Radio
              key={plan.name}
              value={plan.name}
              label={<bdi>{plan.name}</bdi>}
              description={[
                t('plan.credits', plan.monthlyCredits),
                ...(plan.features.rag_allowed ? [] : [t('plan.locked')]),
              ].join(' · ')}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isSending}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" loading={isSending}>
          {t('plan.save')}
        </Button>
      </Group>
    </form>
  )
}
