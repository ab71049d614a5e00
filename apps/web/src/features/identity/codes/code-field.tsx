import { limits } from '@atrium/contract'
import { useId } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './code-field.module.css'
import field from '../../../lib/forms/field.module.css'

type CodeFieldProps = {
  value: string
  /** The announced length of the code. */
  digits?: number
  problem?: string | undefined
  onChange: (code: string) => void
  onComplete?: (() => void) | undefined
  autoFocus?: boolean
}

const places = Array.from({ length: limits.codeDigits }, (_, place) => place)

/** The digits of a code in one field, so that pasting, filling in from a message and reading aloud just work. */
export function CodeField({
  value,
  digits = limits.codeDigits,
  problem,
  onChange,
  onComplete,
  autoFocus,
}: CodeFieldProps) {
  const { t } = useTranslation('identity')
  const id = useId()
  const take = (typed: string) => {
    const code = asciiDigits(typed).slice(0, limits.longCodeDigits)
    onChange(code)
    if ((code.length === digits || code.length === limits.longCodeDigits) && code !== value) onComplete?.()
  }
  const problemId = `${id}-problem`
  // A longer code than announced gets one plain field: addresses that received many code requests get longer codes.
  const isLong = Math.max(digits, value.length) > limits.codeDigits
  const next = Math.min(value.length, limits.codeDigits - 1)
  return (
    <div>
      <label htmlFor={id} className={field.label}>
        {t('field.code', { digits })}
      </label>
      <span className={styles.slots} data-invalid={problem !== undefined} data-long={isLong}>
        <span className={styles.places} aria-hidden="true">
          {(isLong ? [0] : places).map((place) => (
            <span key={place} className={styles.place} data-next={isLong || place === next} />
          ))}
        </span>
        <input
          id={id}
          name="code"
          className={styles.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && problemId}
          autoFocus={autoFocus}
          onChange={(event) => take(event.currentTarget.value)}
        />
      </span>
      {problem && (
        <p id={problemId} className={field.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** Keeps only digits, and converts those of other scripts (٤ or ４). */
const asciiDigits = (text: string) =>
  Array.from(text.normalize('NFKC').matchAll(/\p{Nd}/gu), ([digit]) => valueOf(digit)).join('')

function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  for (const zero of [0x30, 0x660, 0x6f0]) if (code >= zero && code <= zero + 9) return code - zero
  return 0
}
