import { IconClockPause } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { currentAppConfig } from '../../lib/api/app-config.ts'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { useStore } from '../../lib/store.ts'
import styles from './downtime-banner.module.css'
import { fillTimes } from './downtime-text.ts'
import { downtime } from './follow-downtime.ts'

const minuteMs = 60_000

/** The time left, above every page; during the downtime, a reminder for system administrators. */
export function DowntimeBanner() {
  const { t } = useTranslation('notices')
  const settings = useStore(currentAppConfig)?.downtimeSettings
  const state = useStore(downtime)
  const timeZone = useUserInfo()?.timeZone ?? undefined
  if (!settings || state.phase === 'none' || state.phase === 'dialog') return null
  const isOn = state.phase === 'maintenance'
  const message = isOn ? t('downtime.running') : settings.timerMessage || t('downtime.timer.message')
  return (
    <div className={styles.banner}>
      <IconClockPause size={18} stroke={1.6} aria-hidden="true" />
      <p className={styles.message} role="status" dir="auto">
        {fillTimes(message, settings, { timeZone })}
      </p>
      {!isOn && (
        <p className={styles.left} role="timer">
          {leftText(state.remainingMs)}
        </p>
      )}
    </div>
  )

  function leftText(remainingMs: number): string {
    const minutes = Math.ceil(remainingMs / minuteMs)
    if (remainingMs <= 2 * minuteMs)
      return t('downtime.timer.seconds', { count: Math.ceil(remainingMs / 1000) })
    return t('downtime.timer.minutes', { count: minutes })
  }
}
