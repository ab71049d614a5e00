import type { AccountId, Prompt } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { fillComposer } from '../../entities/prompts/fill-composer.ts'
import { useTranslation } from '../../lib/translate.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import type { PromptAction } from './prompt-row.tsx'
import { RepeatTemplate } from './repeat-template.tsx'
import { RunTemplate } from './run-template.tsx'
import { UseDialog } from './use-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

type PromptDialogsProps = {
  accountId: AccountId
  action: PromptAction
  prompt: Prompt
  onClose: () => void
}

/** The dialog that was opened from a template. */
export function PromptDialogs({ accountId, action, prompt, onClose }: PromptDialogsProps) {
  const { t } = useTranslation('questionLibrary')
  const navigate = useNavigate()
  switch (action) {
    case 'use':
      return (
        <UseDialog
          accountId={accountId}
          promptId={prompt.promptId}
          title={prompt.title}
          onFill={(filled) => {
            onClose()
            fillComposer(accountId, filled)
            void navigate({ to: '/chat/$chatId', params: { chatId: 'new' } })
          }}
          onClose={onClose}
        />
      )
    case 'repeat':
      return <RepeatTemplate accountId={accountId} prompt={prompt} onClose={onClose} />
    case 'table':
      return <RunTemplate accountId={accountId} prompt={prompt} onClose={onClose} />
    case 'versions':
      return <VersionsDialog accountId={accountId} prompt={prompt} onClose={onClose} />
    case 'edit':
      return <PromptDialog accountId={accountId} edited={prompt} given={givenBy(prompt)} onClose={onClose} />
    case 'duplicate': {
      const title = t('duplicate.name', { title: prompt.title })
      const given = { ...givenBy(prompt), title, source: 'mine' as const, roomId: undefined }
      return <PromptDialog accountId={accountId} given={given} onClose={onClose} />
    }
  }
}

const givenBy = ({ source, room, ...prompt }: Prompt) => ({
  title: prompt.title,
  promptText: prompt.promptText,
  description: prompt.description,
  tags: prompt.tags,
  collection: prompt.collection,
  modelId: prompt.modelId,
  modifiers: prompt.modifiers,
  source: source === 'atrium' ? ('mine' as const) : source,
  roomId: room?.id,
})
