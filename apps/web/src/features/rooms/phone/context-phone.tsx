import { useTranslation } from '../../../lib/translate.ts'
import { AnalyzeTables, RunOverTable, SummariseFiles, TranslateDocument } from '../../agent-jobs/index.ts'
import { ContextFiles } from '../../context-files/index.ts'
import { ActiveRoom } from '../active-room.tsx'
import { MarksSwitch } from '../marks-switch.tsx'
import { PhonePage } from './phone-page.tsx'

/** `/context-mobile`: the files of the active room, to add, open and delete. */
export function ContextPhone() {
  const { t } = useTranslation('contextFiles')
  return (
    <PhonePage title={t('label')} back="/room-details-mobile">
      <ActiveRoom>
        {(section) => (
          <>
            <ContextFiles {...section} />
            <SummariseFiles accountId={section.account.id} roomId={section.room.id} />
            <RunOverTable accountId={section.account.id} roomId={section.room.id} />
            <AnalyzeTables accountId={section.account.id} roomId={section.room.id} />
            <TranslateDocument accountId={section.account.id} roomId={section.room.id} />
            <MarksSwitch {...section} />
          </>
        )}
      </ActiveRoom>
    </PhonePage>
  )
}
