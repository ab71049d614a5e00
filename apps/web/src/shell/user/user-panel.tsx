import { isAdminRole } from '@atrium/contract'
import { Popover, type PopoverProps } from '@mantine/core'
import {
  IconArrowsExchange,
  IconChartBar,
  IconCoins,
  IconCreditCard,
  IconLogout,
  IconLogout2,
  IconServer2,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { useTranslation } from '../../lib/translate.ts'
import { signOut } from '../../features/identity/index.ts'
import { LanguageChoice, SchemeChoice } from '../../features/preferences/index.ts'
import type { AskedMenu } from '../../lib/tools/menu-on-demand.ts'
import { StandIn } from '../../lib/tools/stand-in.tsx'
import { RequestsWaiting } from '../requests-waiting.tsx'
import styles from './user-menu.module.css'
import { WriteToUs } from '../feedback/write-to-us.tsx'
import { withPhrases } from '../../lib/phrases.ts'

const FeedbackDialog = lazy(() =>
  import('../feedback/feedback-dialog.tsx').then((module) => ({ default: module.FeedbackDialog })),
)

const AskDialog = lazy(() =>
  withPhrases(import('../../features/credit-requests/ask-dialog.tsx'), 'members').then((module) => ({
    default: module.AskDialog,
  })),
)

type UserPanelProps = { menu: AskedMenu; position: NonNullable<PopoverProps['position']> }

const thisYear = new Date().getFullYear()

/** 'Account Settings': the team, other accounts, theme and language, signing out (NAV-11). */
export function UserPanel({ menu, position }: UserPanelProps) {
  const { t } = useTranslation('shell')
  const account = useAccount()
  const info = useUserInfo()
  const { button, isOpen, onChange: setOpen, onMade } = menu
  useEffect(onMade, [onMade])
  const [isWriting, setWriting] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const leave = (everywhere: boolean) => {
    setLeaving(true)
    void signOut({ everywhere }).finally(() => setLeaving(false))
  }
  return (
    <>
      <Suspense>{isWriting && <FeedbackDialog isOpen onClose={() => setWriting(false)} />}</Suspense>
      <Suspense>
        {isAsking && account && <AskDialog accountId={account.id} onClose={() => setAsking(false)} />}
      </Suspense>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position={position}
        width={304}
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <StandIn for={button} />
        </Popover.Target>
        <Popover.Dropdown className={styles.menu} role="dialog" aria-label={t('user.settings')}>
          {account && (
            <p className={styles.team}>
              <bdi>{account.name}</bdi>
            </p>
          )}
          {account && isAdminRole(account.role.name) && (
            <Link
              to="/account-members/$id"
              params={{ id: account.id }}
              className={styles.item}
              onClick={() => setOpen(false)}
            >
              <IconUsers size={18} stroke={1.6} aria-hidden="true" />
              {t('user.members')}
              <RequestsWaiting />
            </Link>
          )}
          {account && isAdminRole(account.role.name) && (
            <Link
              to="/plans-and-billing/plan-details/$id"
              params={{ id: account.id }}
              className={styles.item}
              onClick={() => setOpen(false)}
            >
              <IconCreditCard size={18} stroke={1.6} aria-hidden="true" />
              {t('user.plans')}
            </Link>
          )}
          {account?.subscriptionPlan.enable_reports && (
            <Link
              to={
                isAdminRole(account.role.name)
                  ? '/reports-and-analytics/credit-usage-by-member/$id'
                  : '/reports-and-analytics/credit-usage-history/$id'
              }
              params={{ id: account.id }}
              className={styles.item}
              onClick={() => setOpen(false)}
            >
              <IconChartBar size={18} stroke={1.6} aria-hidden="true" />
              {t('user.reports')}
            </Link>
          )}
          {account && (
            <button
              type="button"
              className={styles.item}
              onClick={() => {
                setOpen(false)
                setAsking(true)
              }}
            >
              <IconCoins size={18} stroke={1.6} aria-hidden="true" />
              {t('user.askForCredits')}
            </button>
          )}
          {info?.isSystemAdmin && (
            <Link to="/system/providers" className={styles.item} onClick={() => setOpen(false)}>
              <IconServer2 size={18} stroke={1.6} aria-hidden="true" />
              {t('user.system')}
            </Link>
          )}
          <Link to="/profile" className={styles.item} onClick={() => setOpen(false)}>
            <IconUserCircle size={18} stroke={1.6} aria-hidden="true" />
            {t('user.profile')}
          </Link>
          <Link to="/accounts" className={styles.item}>
            <IconArrowsExchange size={18} stroke={1.6} aria-hidden="true" />
            {t('user.switchAccount')}
          </Link>
          <hr className={styles.line} />
          <div className={styles.choices}>
            <LanguageChoice />
            <SchemeChoice />
          </div>
          <hr className={styles.line} />
          <button type="button" className={styles.item} disabled={isLeaving} onClick={() => leave(false)}>
            <IconLogout size={18} stroke={1.6} aria-hidden="true" />
            {t('user.signOut')}
          </button>
          <button type="button" className={styles.item} disabled={isLeaving} onClick={() => leave(true)}>
            <IconLogout2 size={18} stroke={1.6} aria-hidden="true" />
            {t('user.signOutEverywhere')}
          </button>
          <WriteToUs
            className={styles.item}
            onChoose={() => {
              setOpen(false)
              setWriting(true)
            }}
          />
          <p className={styles.copyright}>{t('copyright', { year: thisYear })}</p>
        </Popover.Dropdown>
      </Popover>
    </>
  )
}
