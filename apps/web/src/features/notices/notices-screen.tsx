import type { Notices } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { ForSystemAdmins, SystemSection, SystemTabs } from '../system/index.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { DowntimeForm } from './downtime-form.tsx'
import { ForceSection } from './force-section.tsx'
import { NewChatForm } from './new-chat-form.tsx'
import styles from './notices.module.css'
import { noticesQuery } from './queries.ts'

/** What system administrators announce to everybody (LIFE-07). */
export const NoticesScreen = () => (
  <ForSystemAdmins>
    <Forms />
  </ForSystemAdmins>
)

function Forms() {
  const { t } = useTranslation('notices')
  usePageTitle(t('title'))
  const found = useQuery(noticesQuery)
  return (
    <Screen className={styles.screen}>
      <SystemTabs />
      <ScreenHead title={t('title')} about={t('text')} />
      <Loaded query={found} skeleton={<SkeletonRows count={6} label={t('loading')} />} failed={t('failed')}>
        {(notices) => <Sections notices={notices} />}
      </Loaded>
    </Screen>
  )
}

/** A save, here or elsewhere, resets the forms. */
function Sections({ notices }: { notices: Notices }) {
  const { t } = useTranslation('notices')
  const { downtime, forceLogout, announcement, newChat, fileProblem } = notices
  return (
    <>
      {fileProblem !== null && (
        <p className={styles.problem} role="alert">
          {t('fileProblem', { problem: fileProblem })}
        </p>
      )}
      <SystemSection title={t('downtime.title')} text={t('downtime.text')}>
        <DowntimeForm key={JSON.stringify(downtime)} downtime={downtime} />
      </SystemSection>
      <SystemSection title={t('force.title')} text={t('force.text')}>
        <ForceSection forceLogout={forceLogout} />
      </SystemSection>
      <SystemSection title={t('announcement.title')} text={t('announcement.text')}>
        <AnnouncementForm key={JSON.stringify(announcement)} announcement={announcement} />
      </SystemSection>
      <SystemSection title={t('newChat.title')} text={t('newChat.text')}>
        <NewChatForm key={JSON.stringify(newChat)} newChat={newChat} />
      </SystemSection>
    </>
  )
}
