import { AUTO_MODEL_ID, type Model } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import { useUserInfo } from '../../../lib/session/use-session.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './sandbox-banner.module.css'

/** Shows that answers come from the sandbox, with a link to connect a real model for people who may. */
export function SandboxBanner() {
  const { t } = useTranslation('chat')
  const info = useUserInfo()
  return (
    <p className={styles.banner} role="note">
      {info?.isSystemAdmin ? (
        <Link to="/system/providers" className={styles.link}>
          {t('sandbox.connect')}
        </Link>
      ) : (
        t('sandbox.askAdmin')
      )}
    </p>
  )
}

/** Whether only the sandbox could answer: no AI model is connected that the account allows. */
export const isSandboxAlone = (models: readonly Model[] | null): boolean => {
  const answering = (models ?? []).filter(({ modelId }) => modelId !== AUTO_MODEL_ID)
  return answering.length > 0 && answering.every(({ sandbox }) => sandbox)
}
