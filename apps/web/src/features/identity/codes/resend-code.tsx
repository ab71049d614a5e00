import { useEffect, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import styles from '../../../lib/forms/form.module.css'

type ResendCodeProps = { resendAtMs: number; isSending: boolean; wasSentAgain: boolean; onResend: () => void }

/** Requests another code; until that is allowed shows the wait. */
export function ResendCode({ resendAtMs, isSending, wasSentAgain, onResend }: ResendCodeProps) {
  const { t } = useTranslation('identity')
  const secondsLeft = useSecondsUntil(resendAtMs)
  return (
    <p className={styles.quiet}>
      {wasSentAgain && <span role="status">{t('code.sentAgain')} </span>}
      {secondsLeft > 0 ? (
        <span>{t('code.resendIn', { time: inMinutes(secondsLeft) })}</span>
      ) : (
        <button type="button" className={styles.button} disabled={isSending} onClick={onResend}>
          {t('code.resend')}
        </button>
      )}
    </p>
  )
}

function useSecondsUntil(momentMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now)
  const isOver = nowMs >= momentMs
  useEffect(() => {
    setNowMs(Date.now())
    if (isOver) return
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [momentMs, isOver])
  return Math.max(0, Math.ceil((momentMs - nowMs) / 1000))
}

function inMinutes(seconds: number): string {
  const twoDigits = new Intl.NumberFormat(currentLanguage(), { minimumIntegerDigits: 2 })
  return `${new Intl.NumberFormat(currentLanguage()).format(Math.floor(seconds / 60))}:${twoDigits.format(seconds % 60)}`
}
