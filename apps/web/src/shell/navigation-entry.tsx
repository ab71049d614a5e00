import type { Icon } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import styles from './navigation-entry.module.css'

type NavigationEntryProps = {
  to: NonNullable<LinkProps['to']>
  icon: Icon
  label: string
  /** Starts an action instead of navigating. */ isAction?: boolean
}

/** One navigation entry, marked when active. */
export function NavigationEntry({ to, icon: Symbol, label, isAction = false }: NavigationEntryProps) {
  return (
    <Link
      to={to}
      className={styles.entry}
      data-action={isAction}
      {...(!isAction && { activeProps: { 'data-active': true } })}
    >
      <Symbol size={19} stroke={1.6} aria-hidden="true" />
      <span>{label}</span>
    </Link>
  )
}
