import type { Account, Currency, OfferedPack, OfferedPlan, Shop } from '@atrium/contract'
import { currencySymbols } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { BillingFrame } from './billing-frame.tsx'
import styles from './billing.module.css'
import { BuyPackDialog } from './buy-pack-dialog.tsx'
import { ChoosePlanDialog } from './choose-plan-dialog.tsx'
import { Money } from './money.tsx'
import { packsQuery, plansQuery } from './queries.ts'
import { SandboxNote } from './sandbox-note.tsx'
import { useBillingWords } from './use-billing-words.ts'

/** All plans side by side, and the packs of credits (PLAN-01). */
export function PlansAndTopUpsScreen() {
  const { t } = useBillingWords()
  return <BillingFrame title={t('plans.title')}>{(account) => <Offers account={account} />}</BillingFrame>
}

function Offers({ account }: { account: Account }) {
  const { t } = useBillingWords()
  const plans = useQuery(plansQuery(account.id))
  const packs = useQuery(packsQuery(account.id))
  const [asked, setCurrency] = useState<Currency | null>(null)
  const [plan, setPlan] = useState<OfferedPlan | null>(null)
  const [pack, setPack] = useState<OfferedPack | null>(null)
  return (
    <Loaded
      query={plans}
      skeleton={<SkeletonRows count={8} label={t('loading')} />}
      failed={t('plans.failed')}
    >
      {(found) => {
        const { shop } = found
        const currency = asked ?? shop.currencies[0] ?? 'USD'
        return (
          <>
            <SandboxNote isSandbox={shop.isSandbox} />
            <div className={styles.headingRow}>
              <h2 className={styles.heading}>{t('plans.heading')}</h2>
              {shop.payments === 'on' && shop.currencies.length > 1 && (
                <SegmentedControl
                  aria-label={t('plans.currency')}
                  value={currency}
                  onChange={(value) => setCurrency(value as Currency)}
                  data={shop.currencies.map((one) => ({
                    value: one,
                    label: `${currencySymbols[one]} ${one}`,
                  }))}
                />
              )}
            </div>
            {shop.payments === 'off' && (
              <p className={styles.about} style={{ marginBlockEnd: 'var(--space-4)' }}>
                {t('plans.byOperator')}
              </p>
            )}
            <div className={styles.grid}>
              {found.plans.map((one) => (
                <PlanCard
                  key={one.name}
                  plan={one}
                  shop={shop}
                  currency={currency}
                  onChoose={() => setPlan(one)}
                />
              ))}
            </div>
            {shop.payments === 'on' && (
              <section aria-labelledby="packs">
                <h2 id="packs" className={styles.heading}>
                  {t('packs.heading')}
                </h2>
                <p className={styles.about} style={{ marginBlockEnd: 'var(--space-4)' }}>
                  {t('packs.text')}
                </p>
                <Loaded
                  query={packs}
                  compact
                  skeleton={<SkeletonRows count={2} label={t('loading')} />}
                  failed={t('packs.failed')}
                >
                  {({ packs: offered }) =>
                    offered.length === 0 ? (
                      <EmptyState compact title={t('packs.none')} />
                    ) : (
                      <div className={styles.grid}>
                        {offered.map((one) => (
                          <PackCard key={one.id} pack={one} currency={currency} onBuy={() => setPack(one)} />
                        ))}
                      </div>
                    )
                  }
                </Loaded>
              </section>
            )}
            {plan && (
              <ChoosePlanDialog
                account={account}
                shop={shop}
                plan={plan}
                currency={currency}
                onClose={() => setPlan(null)}
              />
            )}
            {pack && (
              <BuyPackDialog
                account={account}
                shop={shop}
                pack={pack}
                currency={currency}
                onClose={() => setPack(null)}
              />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

type PlanCardProps = { plan: OfferedPlan; shop: Shop; currency: Currency; onChoose: () => void }

function PlanCard({ plan, shop, currency, onChoose }: PlanCardProps) {
  const { t } = useBillingWords()
  const { features, monthlyCredits, price } = plan
  return (
    <article className={styles.card} data-current={plan.isCurrent || undefined} aria-label={plan.name}>
      <div className={styles.cardHead}>
        <h3 className={styles.name}>
          <bdi>{plan.name}</bdi>
        </h3>
        {plan.isCurrent && <span className={styles.badge}>{t('plans.current')}</span>}
      </div>
      {price && (
        <p className={styles.price}>
          {price[currency] === 0 ? (
            t('plans.free')
          ) : (
            <>
              <Money currency={currency} minor={price[currency]} /> <small>{t('plans.perMonth')}</small>
            </>
          )}
        </p>
      )}
      {plan.description && (
        <p className={styles.about} dir="auto">
          {plan.description}
        </p>
      )}
      <ul className={styles.list}>
        <li>{t('plans.teamCredits', { count: monthlyCredits.team })}</li>
        <li>{t('plans.memberCredits', { count: monthlyCredits.member })}</li>
        <li>
          {features.rag_allowed
            ? t('plans.knowledge', { size: features.rag_max_total_input_size })
            : t('plans.noKnowledge')}
        </li>
        <li>{features.enable_reports ? t('plans.reports') : t('plans.noReports')}</li>
      </ul>
      {shop.payments === 'on' && !plan.isCurrent && (
        <div className={styles.end}>
          <Button onClick={onChoose} aria-label={t('plans.chooseNamed', { plan: plan.name })}>
            {t('plans.choose')}
          </Button>
        </div>
      )}
    </article>
  )
}

type PackCardProps = { pack: OfferedPack; currency: Currency; onBuy: () => void }

function PackCard({ pack, currency, onBuy }: PackCardProps) {
  const { t, credits } = useBillingWords()
  return (
    <article className={styles.card} aria-label={pack.name}>
      <h3 className={styles.name}>
        <bdi>{pack.name}</bdi>
      </h3>
      <p className={styles.price}>
        <Money currency={currency} minor={pack.price[currency]} />
      </p>
      {pack.description && (
        <p className={styles.about} dir="auto">
          {pack.description}
        </p>
      )}
      <ul className={styles.list}>
        <li>{t('credits', { count: pack.credits, amount: credits(pack.credits) })}</li>
        <li>{t('packs.stay')}</li>
      </ul>
      <div className={styles.end}>
        <Button variant="default" onClick={onBuy} aria-label={t('packs.buyNamed', { pack: pack.name })}>
          {t('packs.buy')}
        </Button>
      </div>
    </article>
  )
}
