import { isAdminRole } from '@atrium/contract'
import { Popover, type PopoverProps } from '@mantine/core'
import {
  IconArrowsExchange,
  IconLogout,
  IconLogout2,
  IconServer2,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../features/accounts/use-account.ts'
import { useUserInfo } from '../features/identity/use-session.ts'
import { signOut } from '../features/identity/sign-out.ts'
import { LanguageChoice } from '../features/preferences/language-choice.tsx'
import { SchemeChoice } from '../features/preferences/scheme-choice.tsx'
import styles from './user-menu.module.css'
import { WriteToUs } from './write-to-us.tsx'

const FeedbackDialog = lazy(() =>
  import('./feedback-dialog.tsx').then((module) => ({ default: module.FeedbackDialog })),
)

type TriggerProps = { onClick: () => void; 'aria-expanded': boolean; 'aria-haspopup': 'dialog' }
type UserMenuProps = {
  position: NonNullable<PopoverProps['position']>
  /** The button that opens it. */ trigger: (props: TriggerProps) => ReactElement
}

const thisYear = new Date().getFullYear()

/** 'Account Settings': the team, another account, look and language, signing out (NAV-11). */
export function UserMenu({ position, trigger }: UserMenuProps) {
  const { t } = useTranslation('shell')
  const account = useAccount()
  const info = useUserInfo()
  const [isOpen, setOpen] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const leave = (everywhere: boolean) => {
    setLeaving(true)
    void signOut({ everywhere }).finally(() => setLeaving(false))
  }
  return (
    <>
      <Suspense>{isWriting && <FeedbackDialog isOpen onClose={() => setWriting(false)} />}</Suspense>
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
          {trigger({
            onClick: () => setOpen((open) => !open),
            'aria-expanded': isOpen,
            'aria-haspopup': 'dialog',
          })}
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
            </Link>
          )}
          {info?.isSystemAdmin && (
            <Link to="/system/providers" className={styles.item} onClick={() => setOpen(false)}>
              <IconServer2 size={18} stroke={1.6} aria-hidden="true" />
              {t('user.providers')}
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
