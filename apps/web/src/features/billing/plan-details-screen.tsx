import type { Account, Consumer, PlanDetails } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { BillingFrame } from './billing-frame.tsx'
import styles from './billing.module.css'
import { Money } from './money.tsx'
import { planDetailsQuery } from './queries.ts'
import { SandboxNote } from './sandbox-note.tsx'
import { useBillingWords } from './use-billing-words.ts'

/** The account's plan, its renewal and who used its credits (PLAN-01, PLAN-02). */
export function PlanDetailsScreen() {
  const { t } = useBillingWords()
  return <BillingFrame title={t('details.title')}>{(account) => <Details account={account} />}</BillingFrame>
}

function Details({ account }: { account: Account }) {
  const { t } = useBillingWords()
  const found = useQuery(planDetailsQuery(account.id))
  return (
    <Loaded
      query={found}
      skeleton={<SkeletonRows count={6} label={t('loading')} />}
      failed={t('details.failed')}
    >
      {(details) => (
        <>
          <SandboxNote isSandbox={details.shop.isSandbox} />
          {details.subscription?.isPastDue && (
            <p className={styles.warning} role="alert">
              {t('details.pastDue')}
            </p>
          )}
          {details.credits.left < 0 && (
            <p className={styles.warning} role="alert">
              {t('details.belowZero')}
            </p>
          )}
          <CurrentPlan account={account} details={details} />
          <Consumption details={details} />
        </>
      )}
    </Loaded>
  )
}

function CurrentPlan({ account, details }: { account: Account; details: PlanDetails }) {
  const { t, day } = useBillingWords()
  const { plan, subscription, shop } = details
  const params = { id: account.id }
  return (
    <section
      className={styles.card}
      aria-label={t('details.plan')}
      style={{ marginBlockEnd: 'var(--space-6)' }}
    >
      <div className={styles.cardHead}>
        <h2 className={styles.name}>
          <bdi>{plan.name}</bdi>
        </h2>
        <span className={styles.badge}>{t('plans.current')}</span>
      </div>
      {subscription && (
        <p className={styles.price}>
          <Money currency={subscription.currency} minor={subscription.price} />{' '}
          <small>{t('plans.perMonth')}</small>
        </p>
      )}
      {plan.description && (
        <p className={styles.about} dir="auto">
          {plan.description}
        </p>
      )}
      <p className={styles.about}>
        {subscription === null
          ? t('details.newCredits', { date: day(details.period.until) })
          : subscription.nextPlanName === subscription.planName
            ? t('details.renews', { date: day(subscription.until) })
            : t('details.changes', { date: day(subscription.until), plan: subscription.nextPlanName })}
      </p>
      <Group gap="sm">
        <Button
          variant={shop.payments === 'on' ? 'filled' : 'default'}
          renderRoot={(props) => (
            <Link {...props} to="/plans-and-billing/plans-and-top-ups/$id" params={params} />
          )}
        >
          {t('details.allPlans')}
        </Button>
        {shop.payments === 'on' && (
          <>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} to="/plans-and-billing/billing-details/$id" params={params} />
              )}
            >
              {t('address.title')}
            </Button>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} to="/plans-and-billing/order-history/$id" params={params} />
              )}
            >
              {t('orders.title')}
            </Button>
          </>
        )}
      </Group>
    </section>
  )
}

function Consumption({ details: { credits: sums, period, byMember, byRoom } }: { details: PlanDetails }) {
  const { t, day, credits } = useBillingWords()
  const share = sums.granted > 0 ? Math.min(100, (sums.used / sums.granted) * 100) : 0
  return (
    <section aria-labelledby="consumption">
      <h2 id="consumption" className={styles.heading}>
        {t('details.consumption', { date: day(period.from) })}
      </h2>
      <dl className={styles.facts}>
        {(['used', 'granted', 'left'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`details.${name}`)}</dt>
            <dd>
              <bdi dir="ltr">{credits(sums[name])}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div
        className={styles.bar}
        role="meter"
        aria-label={t('details.usedOfPlan')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share)}
      >
        <div className={styles.barFill} style={{ inlineSize: `${share}%` }} />
      </div>
      {byMember === null || byRoom === null ? (
        <p className={styles.about}>{t('details.noReports')}</p>
      ) : (
        <div className={styles.grid} style={{ marginBlockStart: 'var(--space-5)' }}>
          <Consumers title={t('details.byMember')} rows={byMember} nobody={t('details.formerMember')} />
          <Consumers title={t('details.byRoom')} rows={byRoom} nobody={t('details.otherRoom')} />
        </div>
      )}
    </section>
  )
}

function Consumers({ title, rows, nobody }: { title: string; rows: Consumer[]; nobody: string }) {
  const { t, credits } = useBillingWords()
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {rows.length === 0 ? (
        <p className={styles.about}>{t('details.nothingUsed')}</p>
      ) : (
        <ul className={styles.consumers}>
          {rows.map((row) => (
            <li key={row.id ?? ''} className={styles.consumer}>
              <bdi>{row.name ?? nobody}</bdi>
              <span className={styles.number}>
                {t('credits', { count: row.credits, amount: credits(row.credits) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
