import type { ReactNode } from 'react'
import styles from './sidebar-row.module.css'

type SidebarRowProps = {
  /** Rounds the row's corners, and marks it as the active one by a background. */
  className: string | undefined
  /** The row's main button or link. */
  children: ReactNode
  /** Icon buttons at the end of the row. */
  tools?: ReactNode
}

/**
 * A row of a list in the sidebar, with tools. They show while someone points at the row, has the focus in it, or has a menu of them
 * open; always on a touch screen.
 */
export const SidebarRow = ({ className = '', children, tools }: SidebarRowProps) => (
  <div className={`${styles.row} ${className}`}>
    {children}
    {tools && <span className={styles.tools}>{tools}</span>}
  </div>
)
