import { IconDots } from '@tabler/icons-react'
import { answerText, picturesIn, type Turn } from '@atrium/contract'
import { lazy, Suspense, useState } from 'react'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { withPhrases } from '../../../lib/phrases.ts'
import { truncate } from '@atrium/ui/text.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { useMenuOnDemand } from '../../../lib/tools/menu-on-demand.ts'
import type { QuestionToRepeat } from '../../schedules/index.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'

const load = () => import('./turn-menu-list.tsx')
const preload = () => void load().catch(() => {})
const TurnMenuList = lazy(() => load().then((module) => ({ default: module.TurnMenuList })))

const PromptDialog = lazy(() =>
  withPhrases(import('../../question-library/prompt-dialog.tsx'), 'questionLibrary').then((module) => ({
    default: module.PromptDialog,
  })),
)

const ScheduleDialog = lazy(() =>
  withPhrases(import('../../schedules/schedule-dialog.tsx'), 'schedules').then((module) => ({
    default: module.ScheduleDialog,
  })),
)

/** The turn's menu is among the answer's tools, or with the question while there is no answer. */
export const hasAnswer = ({ state, parts }: Turn): boolean =>
  state !== 'open' && (answerText(parts) !== '' || picturesIn(parts).length > 0)

/** Actions for a whole turn, and its time. */
export function TurnMenu({ turn }: { turn: Turn }) {
  const { t } = useTranslation('longChat')
  const { menu, buttonProps } = useMenuOnDemand(preload)
  const { accountId, chatId, roomId } = useConversationActions()
  const [opened, setOpened] = useState<'template' | 'schedule' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <ToolButton label={t('turn.menu')} icon={IconDots} {...buttonProps} />
      {menu && (
        <Suspense>
          <TurnMenuList menu={menu} turn={turn} onOpen={setOpened} />
        </Suspense>
      )}
      {opened === 'template' && (
        <Suspense>
          <PromptDialog
            accountId={accountId}
            given={{
              title: truncate(turn.question.text.trim().split('\n')[0] ?? '', 60),
              promptText: turn.question.text,
              chatId,
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {opened === 'schedule' && roomId !== null && (
        <Suspense>
          <ScheduleDialog accountId={accountId} roomId={roomId} given={repeated(turn)} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const repeated = ({ question, requestedModelId, style }: Turn): QuestionToRepeat => ({
  text: question.text,
  mentions: question.mentions,
  hasFiles: question.attachments.length > 0,
  modelId: requestedModelId,
  style,
})
