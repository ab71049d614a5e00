import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

type SectionProps = { title: string; text: ReactNode; children: ReactNode }

/** One topic of the profile: description and actions. */
export function Section({ title, text, children }: SectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <h3 id={titleId} className={styles.subtitle}>
          {title}
        </h3>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
