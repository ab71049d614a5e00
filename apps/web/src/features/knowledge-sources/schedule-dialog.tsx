import type { KnowledgeSource } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { changeSource, type SourcesPlace } from './queries.ts'
import { RefreshChoice } from './refresh-choice.tsx'
import { SourceForm } from './source-form.tsx'

type ScheduleDialogProps = { place: SourcesPlace; source: KnowledgeSource; onClose: () => void }

/** Changes how often an address is fetched again. */
export function ScheduleDialog({ place, source, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('knowledgeSources')
  const [refresh, setRefresh] = useState(source.refresh)
  return (
    <SourceForm
      title={t('refresh.title', { name: source.title })}
      submit={t('save')}
      problem=""
      onSubmit={() => changeSource(place, source.id, { refresh })}
      onClose={onClose}
    >
      {() => <RefreshChoice refresh={refresh} onChange={setRefresh} />}
    </SourceForm>
  )
}
