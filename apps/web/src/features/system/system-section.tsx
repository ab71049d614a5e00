import { type ReactNode, useId } from 'react'
import styles from '../../lib/forms/section.module.css'

type SystemSectionProps = { title: string; text: string; children: ReactNode }

/** One topic of a page of settings: what it is, and its form. */
export function SystemSection({ title, text, children }: SystemSectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.subtitle}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      {children}
    </section>
  )
}
