import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './field.module.css'

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: string
  label: string
  problem?: string | undefined
  /** Placed at the end of the field, such as the button that shows a password. */
  end?: ReactNode
}

/** A labeled text field: a native input styled like the library's, which would take a twentieth of the sign-in page's size. */
export function Field({ label, problem, end, 'aria-describedby': describedBy, ...input }: FieldProps) {
  const id = useId()
  const problemId = `${id}-problem`
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          className={styles.input}
          data-end={end !== undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={[problem && problemId, describedBy].filter(Boolean).join(' ') || undefined}
        />
        {end}
      </div>
      {problem && (
        <p id={problemId} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
