import type { AppConfig } from '@atrium/contract'
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { currentAppConfig, reloadAppConfig, serverNowMs } from '../../lib/api/app-config.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { useStore } from '../../lib/store.ts'
import { useTranslation } from '../../lib/translate.ts'
import { safeReturnTo } from '../../lib/navigation/return-to.ts'
import { MessagePage } from './message-page.tsx'
import styles from './message-page.module.css'

const lookAgainMs = 15_000

/** Whether the service is available again: ready, and no planned downtime is under way. No reply means no. */
async function isServing(): Promise<boolean> {
  const isReady = await fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  return isReady && endOfDowntime((await reloadAppConfig()) ?? currentAppConfig.get()) === null
}

/** The end of the planned downtime under way; null outside of one. */
function endOfDowntime(config: AppConfig | null): Date | null {
  const { downTimeStart, downTimeEnd } = config?.downtimeSettings ?? {}
  if (!downTimeStart || !downTimeEnd) return null
  const now = serverNowMs()
  return Date.parse(downTimeStart) <= now && now < Date.parse(downTimeEnd) ? new Date(downTimeEnd) : null
}

/** Shown while the service is down; polls and then returns to where the user was. */
export function MaintenancePage({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation()
  const router = useRouter()
  const [isLooking, setLooking] = useState(false)
  const end = endOfDowntime(useStore(currentAppConfig))

  async function look() {
    setLooking(true)
    const serves = await isServing()
    setLooking(false)
    if (serves) router.history.replace(safeReturnTo(returnTo))
  }
  useEffect(() => {
    const timer = setInterval(() => void look(), lookAgainMs)
    return () => clearInterval(timer)
  })

  const action = (
    <>
      <Button size="md" loading={isLooking} onClick={() => void look()}>
        {t('action.tryAgain')}
      </Button>
      <p className={styles.checking} role="status">
        {isLooking ? t('page.maintenance.checking') : ''}
      </p>
    </>
  )
  const text = end ? t('page.maintenance.until', { time: timeText(end) }) : t('page.maintenance.text')
  return <MessagePage scene="repair" title={t('page.maintenance.title')} text={text} action={action} />
}

/** The time of day; with the date, when it isn't today. */
function timeText(moment: Date): string {
  const isToday = moment.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(dateLocale(), {
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'long' }),
  }).format(moment)
}
