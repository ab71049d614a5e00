import { ErrorState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { errorDetail } from '../../lib/text/error-text.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { Brand } from '../pages/index.ts'
import { SecuritySections } from '../security/index.ts'
import { DeleteSection } from './delete-section.tsx'
import { DeviceSection } from './device-section.tsx'
import { ExportSection } from './export-section.tsx'
import { LookSection } from './look-section.tsx'
import styles from '../../lib/forms/section.module.css'
import { NoticeSection } from './notice-section.tsx'
import { ownInfoQuery } from './queries.ts'
import { TemplateSection } from './template-section.tsx'
import { TimeSection } from './time-section.tsx'
import { YouSection } from './you-section.tsx'

/** The profile page (AUTH-13, AUTH-14). */
export function ProfileScreen() {
  const { t } = useTranslation('profile')
  usePageTitle(t('title'))
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Brand />
        <Button
          component={Link}
          to="/chat"
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconArrowLeft className={styles.mirrored} size={16} aria-hidden="true" />}
        >
          {t('back')}
        </Button>
      </header>
      <main>
        <h1 className={styles.title}>{t('title')}</h1>
        <h2 className={styles.group}>{t('sections.you')}</h2>
        <AboutYou />
        <h2 className={styles.group}>{t('sections.security')}</h2>
        <SecuritySections />
        <h2 className={styles.group}>{t('sections.data')}</h2>
        <ExportSection />
        <DeleteSection />
      </main>
    </div>
  )
}

function AboutYou() {
  const { t } = useTranslation(['profile', 'common'])
  const info = useQuery(ownInfoQuery)
  if (info.data)
    return (
      <>
        <YouSection info={info.data} />
        <LookSection />
        <TimeSection info={info.data} />
        <NoticeSection />
        <DeviceSection />
        <TemplateSection info={info.data} />
      </>
    )
  if (info.isPending)
    return (
      <div className={styles.waiting}>
        <SkeletonRows count={4} label={t('loading')} />
      </div>
    )
  const retry = (
    <Button variant="default" loading={info.isFetching} onClick={() => void info.refetch()}>
      {t('common:action.tryAgain')}
    </Button>
  )
  return <ErrorState title={t('failed')} text={errorDetail(info.error)} action={retry} />
}
