import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { safeReturnTo } from '../../lib/navigation/return-to.ts'
import { MessagePage } from './message-page.tsx'
import styles from './message-page.module.css'

const lookAgainMs = 15_000

/** Whether the service is available again; no reply means no. */
const isServing = () =>
  fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Shown while the service is down; polls and then returns to where the user was. */
export function MaintenancePage({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation()
  const router = useRouter()
  const [isLooking, setLooking] = useState(false)

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
  return <MessagePage title={t('page.maintenance.title')} text={t('page.maintenance.text')} action={action} />
}
