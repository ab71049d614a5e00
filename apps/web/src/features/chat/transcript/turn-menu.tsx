import { IconDots } from '@tabler/icons-react'
import { answerText, picturesIn, type Turn } from '@atrium/contract'
import { lazy, Suspense, useState } from 'react'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { withPhrases } from '../../../lib/phrases.ts'
import { truncate } from '@atrium/ui/text.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { useMenuOnDemand } from '../../../lib/tools/menu-on-demand.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'

const load = () => import('./turn-menu-list.tsx')
const preload = () => void load().catch(() => {})
const TurnMenuList = lazy(() => load().then((module) => ({ default: module.TurnMenuList })))

const PromptDialog = lazy(() =>
  withPhrases(import('../../question-library/prompt-dialog.tsx'), 'questionLibrary').then((module) => ({
    default: module.PromptDialog,
  })),
)

/** The turn's menu is among the answer's tools, or with the question while there is no answer. */
export const hasAnswer = ({ state, parts }: Turn): boolean =>
  state !== 'open' && (answerText(parts) !== '' || picturesIn(parts).length > 0)

/** Actions for a whole turn, and its time. */
export function TurnMenu({ turn }: { turn: Turn }) {
  const { t } = useTranslation('longChat')
  const { menu, buttonProps } = useMenuOnDemand(preload)
  const { accountId, chatId } = useConversationActions()
  const [isSaving, setSaving] = useState(false)
  return (
    <>
      <ToolButton label={t('turn.menu')} icon={IconDots} {...buttonProps} />
      {menu && (
        <Suspense>
          <TurnMenuList menu={menu} turn={turn} onSave={() => setSaving(true)} />
        </Suspense>
      )}
      {isSaving && (
        <Suspense>
          <PromptDialog
            accountId={accountId}
            given={{
              title: truncate(turn.question.text.trim().split('\n')[0] ?? '', 60),
              promptText: turn.question.text,
              chatId,
            }}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
    </>
  )
}
