import type { Account, OfferedPlan, PlanQuote, Shop } from '@atrium/contract'
import { Dialog, SkeletonRows } from '@atrium/ui'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './billing.module.css'
import { Checkout, type OfferProps } from './checkout.tsx'
import { billingChanges, choiceQuery } from './queries.ts'
import { SandboxNote } from './sandbox-note.tsx'
import { useBillingWords } from './use-billing-words.ts'

/** Shows what choosing a plan costs, what is deducted and when it starts, before anything happens. */
export function ChoosePlanDialog({
  account,
  shop,
  plan,
  currency,
  onClose,
}: OfferProps & { shop: Shop; plan: OfferedPlan }) {
  const { t } = useTranslation(['billing', 'common'])
  const found = useQuery(choiceQuery(account.id, plan.name, currency))
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('buy.planTitle', { plan: plan.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <SandboxNote isSandbox={shop.isSandbox} />
      <Loaded
        query={found}
        compact
        skeleton={<SkeletonRows count={3} label={t('loading')} />}
        failed={t('buy.failed')}
      >
        {({ quote, nextPlan }) =>
          quote === null ? (
            <p className={styles.about}>{t('buy.notAvailable')}</p>
          ) : quote.due ? (
            <PayNow account={account} shop={shop} quote={quote} onClose={onClose} />
          ) : (
            <ChangeLater
              account={account}
              quote={quote}
              isChosen={nextPlan === plan.name}
              onClose={onClose}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}

type PartProps = { account: Account; quote: PlanQuote; onClose: () => void }

function PayNow({ account, shop, quote, onClose }: PartProps & { shop: Shop }) {
  const { t, day } = useBillingWords()
  if (!quote.due) return null
  return (
    <>
      <p className={styles.about} style={{ marginBlockEnd: 'var(--space-4)' }}>
        {t('buy.startsNow', { date: quote.renewsOn === null ? '' : day(quote.renewsOn) })}
      </p>
      <Checkout
        account={account}
        kind="plan"
        item={quote.planName}
        amounts={quote.due}
        tax={shop.tax}
        credit={quote}
        hasBillingDetails={shop.hasBillingDetails}
        onClose={onClose}
      />
    </>
  )
}

function ChangeLater({ account, quote, isChosen, onClose }: PartProps & { isChosen: boolean }) {
  const { t, day } = useBillingWords()
  const { t: words } = useTranslation('common')
  const { submit, isSending, failure } = useSubmit(
    () => ({}),
    async () => {
      await billingChanges(account.id).choose(quote.planName)
      void showToast(t('buy.changed', { plan: quote.planName, date: day(quote.effectiveOn) }), 'good')
      onClose()
    },
  )
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.about}>
        {isChosen
          ? t('buy.alreadyChosen', { date: day(quote.effectiveOn) })
          : t('buy.startsLater', { date: day(quote.effectiveOn) })}
      </p>
      <p className={styles.about}>{t('buy.nothingLost')}</p>
      <FailureNote failure={failure} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isSending}>
          {words('action.cancel')}
        </Button>
        {!isChosen && (
          <Button type="submit" loading={isSending}>
            {t('buy.change')}
          </Button>
        )}
      </Group>
    </form>
  )
}
