import {
  type Account,
  limits,
  type OrderId,
  type PaymentTransaction,
  type TransactionGroup,
  transactionGroups,
} from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { CardRow, ColumnHead, ListTable } from '@atrium/ui/lists/list-table.tsx'
import list from '@atrium/ui/lists/list-table.module.css'
import { Button, SegmentedControl } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { Pages } from '../../lib/lists/pages.tsx'
import { BillingFrame } from './billing-frame.tsx'
import styles from './billing.module.css'
import { Money } from './money.tsx'
import { OrderOutcome } from './order-outcome.tsx'
import { OrderStatus } from './order-status.tsx'
import type { OrdersPage } from './orders-page.ts'
import { ordersQuery, plansQuery } from './queries.ts'
import { ReceiptButton } from './receipt-button.tsx'
import { SandboxNote } from './sandbox-note.tsx'
import { useBillingWords } from './use-billing-words.ts'

type ScreenProps = { page: OrdersPage; onPage: (page: OrdersPage) => void }

/** The account's orders, and the outcome of the one that the buyer returns from (PAY-01). */
export function OrderHistoryScreen(props: ScreenProps) {
  const { t } = useBillingWords()
  return (
    <BillingFrame title={t('orders.title')}>
      {(account) => (
        <>
          {props.page.order && (
            <OrderOutcome
              key={props.page.order}
              accountId={account.id}
              orderId={props.page.order as OrderId}
              isCancelled={props.page.cancelled}
              onClose={() => props.onPage({ ...props.page, order: null, cancelled: false })}
            />
          )}
          <Orders account={account} {...props} />
        </>
      )}
    </BillingFrame>
  )
}

function Orders({ account, page, onPage }: ScreenProps & { account: Account }) {
  const { t } = useBillingWords()
  const found = useQuery(ordersQuery(account.id, page.status, page.page))
  const isSelling = useQuery(plansQuery(account.id)).data?.shop.payments !== 'off'
  return (
    <>
      <SegmentedControl
        aria-label={t('orders.filter')}
        value={page.status}
        onChange={(status) => onPage({ ...page, status: status as TransactionGroup, page: 1 })}
        data={transactionGroups.map((value) => ({ value, label: t(`orders.${value}`) }))}
        mb="lg"
      />
      <Loaded
        query={found}
        skeleton={<SkeletonRows count={5} label={t('loading')} />}
        failed={t('orders.failed')}
      >
        {({ orders, count }) =>
          orders.length === 0 ? (
            <EmptyState
              icon={<IconReceipt size={24} stroke={1.6} />}
              {...(!isSelling
                ? { title: t('orders.none'), text: t('plans.byOperator') }
                : page.status === 'all'
                  ? {
                      title: t('orders.none'),
                      text: t('orders.none.text'),
                      action: (
                        <Button
                          variant="default"
                          renderRoot={(props) => (
                            <Link
                              {...props}
                              to="/plans-and-billing/plans-and-top-ups/$id"
                              params={{ id: account.id }}
                            />
                          )}
                        >
                          {t('plans.title')}
                        </Button>
                      ),
                    }
                  : {
                      title: t('orders.noMatch'),
                      action: (
                        <Button variant="default" onClick={() => onPage({ ...page, status: 'all', page: 1 })}>
                          {t('orders.showAll')}
                        </Button>
                      ),
                    })}
            />
          ) : (
            <>
              <SandboxNote isSandbox={orders.some(({ isSandbox }) => isSandbox)} />
              <OrdersTable account={account} orders={orders} isStale={found.isPlaceholderData} />
              <Pages
                t={t}
                page={page.page}
                count={count}
                pageSize={limits.auditPageSize}
                onPage={(number) => onPage({ ...page, page: number })}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}

type TableProps = { account: Account; orders: PaymentTransaction[]; isStale: boolean }

function OrdersTable({ account, orders, isStale }: TableProps) {
  const { t, dateOf, credits } = useBillingWords()
  return (
    <ListTable
      label={t('orders.title')}
      isStale={isStale}
      head={
        <>
          <ColumnHead>{t('orders.item')}</ColumnHead>
          <ColumnHead>{t('orders.date')}</ColumnHead>
          <ColumnHead>{t('orders.status')}</ColumnHead>
          <ColumnHead isNumber>{t('orders.amount')}</ColumnHead>
          <ColumnHead isHidden>{t('orders.receipt')}</ColumnHead>
        </>
      }
    >
      <tbody>
        {orders.map((order) => (
          <CardRow
            key={order.orderId}
            name={
              <>
                <bdi>{order.itemName}</bdi>
                <span className={styles.quiet}>
                  {t(`kind.${order.kind}`)} ·{' '}
                  {t('credits', { count: order.credits, amount: credits(order.credits) })}
                </span>
              </>
            }
            menu={
              order.receiptNumber !== null ? (
                <ReceiptButton accountId={account.id} orderId={order.orderId} number={order.receiptNumber} />
              ) : (
                order.checkoutUrl !== null && (
                  <Button variant="default" size="xs" component="a" href={order.checkoutUrl}>
                    {t('orders.continue')}
                  </Button>
                )
              )
            }
          >
            <td data-label={t('orders.date')}>{dateOf(order.createdAt)}</td>
            <td data-label={t('orders.status')}>
              <OrderStatus order={order} />
            </td>
            <td data-label={t('orders.amount')} className={list.number}>
              <Money currency={order.amounts.currency} minor={order.amounts.total} />
              {order.refunded > 0 && (
                <span className={styles.quiet}>
                  {t('orders.refunded')} <Money currency={order.amounts.currency} minor={order.refunded} />
                </span>
              )}
            </td>
          </CardRow>
        ))}
      </tbody>
    </ListTable>
  )
}
