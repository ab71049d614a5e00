import { IconBooks, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { AnalyzeTables, RunOverTable, SummariseFiles, TranslateDocument } from '../agent-jobs/index.ts'
import { ContextFiles } from '../context-files/index.ts'
import { MarksSwitch } from './marks-switch.tsx'
import styles from './room-screen.module.css'
import type { RoomSection } from './room-section.ts'

/** The files available to everybody in the room (ROOM-09). */
export function ContextSection(section: RoomSection) {
  const { t } = useTranslation(['contextFiles', 'knowledgeBases', 'knowledgeCheck'])
  return (
    <section className={styles.section} aria-labelledby="room-context">
      <h3 id="room-context" className={styles.sectionTitle}>
        {t('label')}
      </h3>
      <ContextFiles {...section} />
      <SummariseFiles accountId={section.account.id} roomId={section.room.id} />
      <RunOverTable accountId={section.account.id} roomId={section.room.id} />
      <AnalyzeTables accountId={section.account.id} roomId={section.room.id} />
      <TranslateDocument accountId={section.account.id} roomId={section.room.id} />
      <MarksSwitch {...section} />
      <Link to="/knowledge-bases/$id" params={{ id: section.room.id }} className={styles.way}>
        <IconBooks size={20} stroke={1.6} aria-hidden="true" />
        <span>{t('knowledgeBases:room.link')}</span>
        <IconChevronRight size={18} stroke={1.7} className={styles.mirrored} aria-hidden="true" />
      </Link>
      {section.isAdmin && (
        <Link to="/knowledge-check/$roomId" params={{ roomId: section.room.id }} className={styles.check}>
          {t('knowledgeCheck:link')}
        </Link>
      )}
    </section>
  )
}
