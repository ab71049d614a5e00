import { readTemplate } from '@atrium/contract'
import styles from './question-library.module.css'

type PromptTextProps = {
  text: string
  /** Values by variable; the others show their names. */
  values?: Readonly<Record<string, string>>
}

/** A template as text, with its variables marked. */
export function PromptText({ text, values = {} }: PromptTextProps) {
  return readTemplate(text).map((piece, index) => {
    if (piece.kind === 'text') return piece.source
    const { name } = piece.variable
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : ''
    return (
      <mark key={index} className={styles.variable} data-filled={value.trim() !== '' || undefined}>
        {value.trim() === '' ? name : value}
      </mark>
    )
  })
}
