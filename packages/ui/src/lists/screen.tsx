import type { ReactNode } from 'react'
import styles from './screen.module.css'

type ScreenProps = { children: ReactNode; className?: string | undefined }

/** A screen with a heading, centered; `--screen-width` limits its width. */
export const Screen = ({ children, className = '' }: ScreenProps) => (
  <div className={`${styles.screen} ${className}`}>{children}</div>
)

type ScreenHeadProps = {
  title: ReactNode
  /** What the screen is about, below its title. */ about?: ReactNode
  /** The screen's main action, or several tools. */ action?: ReactNode
  /** Below the title, after `about`. */ children?: ReactNode
}

/** The heading of a screen, with its main action at the other end. */
export function ScreenHead({ title, about, action, children }: ScreenHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {about !== undefined && <p className={styles.about}>{about}</p>}
        {children}
      </div>
      {action}
    </header>
  )
}

type ScreenTabsProps = {
  label: string
  /** Links, the current one with `aria-current="page"`. */ children: ReactNode
}

/** Links to the parts of a screen. */
export const ScreenTabs = ({ label, children }: ScreenTabsProps) => (
  <nav className={styles.tabs} aria-label={label}>
    {children}
  </nav>
)

/** The search, filters and order of a list, in one line where they fit. */
export const ListTools = ({ children }: { children: ReactNode }) => (
  <div className={styles.tools}>{children}</div>
)

/** How many rows the whole list has; announced when it changes. */
export const ListCount = ({ children }: { children: ReactNode }) => (
  <p className={styles.count} role="status">
    {children}
  </p>
)
