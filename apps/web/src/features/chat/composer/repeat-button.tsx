import { IconRepeat } from '@tabler/icons-react'
import { lazy, type Ref, Suspense, useImperativeHandle, useState } from 'react'
import type { CallPlace } from '../../../lib/api/api-client.ts'
import { withPhrases } from '../../../lib/phrases.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import type { QuestionToRepeat } from '../../schedules/index.ts'

const ScheduleDialog = lazy(() =>
  withPhrases(import('../../schedules/schedule-dialog.tsx'), 'schedules').then((module) => ({
    default: module.ScheduleDialog,
  })),
)

type RepeatButtonProps = {
  place: CallPlace
  /** Returns the written question, as it would be asked. */
  read: () => QuestionToRepeat
  hasQuestion: boolean
  openRef?: Ref<() => void>
}

/** 'Repeat…': schedules the written question, which stays in the composer. */
export function RepeatButton({
  place: { accountId, roomId },
  read,
  hasQuestion,
  openRef,
}: RepeatButtonProps) {
  const { t } = useTranslation('chat')
  const [repeated, setRepeated] = useState<QuestionToRepeat | null>(null)
  const open = () => setRepeated(hasQuestion ? read() : null)
  useImperativeHandle(openRef, () => open)
  return (
    <>
      <ToolButton
        label={t('composer.repeat')}
        icon={IconRepeat}
        look="round"
        disabled={!hasQuestion || roomId === null}
        onClick={open}
      />
      {repeated !== null && accountId !== null && roomId !== null && (
        <Suspense>
          <ScheduleDialog
            accountId={accountId}
            roomId={roomId}
            given={repeated}
            onClose={() => setRepeated(null)}
          />
        </Suspense>
      )}
    </>
  )
}
