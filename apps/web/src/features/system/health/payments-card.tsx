import type { HealthReport, PaymentCase } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../lib/translate.ts'
import { momentText, numberText, spanText } from './health-text.ts'
import styles from './health.module.css'
import { Facts, PartCard } from './part-card.tsx'

type Part = HealthReport['parts']['payments']

/** Payments: provider, webhooks, and the accounts with something to look at. */
export function PaymentsCard({ part }: { part: Part }) {
  const { t } = useTranslation('systemHealth')
  const { facts } = part
  const hasOrders =
    facts && (facts.provider !== 'off' || facts.lastReceivedAt !== null || facts.cases.length > 0)
  return (
    <PartCard name="payments" part={part} isWide>
      {facts?.provider === 'off' && <p className={styles.quiet}>{t('payment.off')}</p>}
      {facts && hasOrders && (
        <>
          <Facts facts={factsOf(facts, t)} />
          {facts.cases.length > 0 && (
            <ul className={styles.rows} aria-label={t('payment.cases')}>
              {facts.cases.map((one, place) => (
                <CaseRow key={`${one.kind} ${one.accountId} ${place}`} found={one} />
              ))}
            </ul>
          )}
        </>
      )}
      {facts?.provider === 'stripe' && (
        <p className={styles.links}>
          <a href="https://dashboard.stripe.com/webhooks" target="_blank" rel="noreferrer">
            {t('payment.stripeWebhooks')}
          </a>
          <a href="https://dashboard.stripe.com/disputes" target="_blank" rel="noreferrer">
            {t('payment.stripeDisputes')}
          </a>
        </p>
      )}
    </PartCard>
  )
}

type Translate = ReturnType<typeof useTranslation<'systemHealth'>>['t']

function factsOf(facts: NonNullable<Part['facts']>, t: Translate) {
  const moment = (at: string | null) => (at === null ? t('never') : momentText(at))
  const waiting =
    facts.eventsWaiting > 0
      ? `${numberText(facts.eventsWaiting)} · ${spanText(facts.oldestWaitingSeconds)}`
      : numberText(0)
  return [
    { label: t('payment.provider'), value: t(`payment.provider.${facts.provider}`) },
    ...(facts.provider === 'stripe'
      ? [
          { label: t('payment.key'), value: t(`payment.key.${facts.key ?? 'none'}`) },
          {
            label: t('payment.secret'),
            value: t(facts.hasWebhookSecret ? 'payment.isSet' : 'payment.key.none'),
          },
        ]
      : []),
    { label: t('payment.received'), value: moment(facts.lastReceivedAt) },
    { label: t('payment.processed'), value: moment(facts.lastProcessedAt) },
    { label: t('payment.waiting'), value: waiting },
    { label: t('payment.open'), value: numberText(facts.openOrders) },
    { label: t('payment.renewals'), value: numberText(facts.failedRenewals) },
    { label: t('payment.disputes'), value: numberText(facts.disputes) },
  ]
}

function CaseRow({ found: { kind, accountId, account, item, since } }: { found: PaymentCase }) {
  const { t } = useTranslation('systemHealth')
  return (
    <li className={styles.caseRow}>
      <Link to="/system/plans" search={{ search: accountId }}>
        <bdi>{account}</bdi>
      </Link>
      <p className={styles.quiet}>
        {t(`payment.case.${kind}`)} · <bdi>{item}</bdi> · {momentText(since)}
      </p>
    </li>
  )
}
