import type { AccountId, Prompt } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import type { PromptAction } from './prompt-row.tsx'
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
  switch (action) {
    case 'use':
      return (
        <UseDialog accountId={accountId} promptId={prompt.promptId} title={prompt.title} onClose={onClose} />
      )
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
  source: source === 'atrium' ? ('mine' as const) : source,
  roomId: room?.id,
})
