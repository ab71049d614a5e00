import { EmptyState } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import styles from './not-open.module.css'

type NotOpenScreenProps = { part: 'questionLibrary' }

/** The page of a part of the product that is not open yet. */
export function NotOpenScreen({ part }: NotOpenScreenProps) {
  const { t } = useTranslation(['shell', 'common'])
  const title = t(`soon.${part}`)
  usePageTitle(title)
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{title}</h1>
      <EmptyState
        icon={<IconHourglass size={24} stroke={1.6} />}
        title={t('common:page.comingSoon.title')}
        text={t('common:page.comingSoon.text')}
        action={
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/chat" />}>
            {t('common:action.goToRooms')}
          </Button>
        }
      />
    </div>
  )
}
