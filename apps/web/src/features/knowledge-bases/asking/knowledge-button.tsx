import type { AccountId } from '@atrium/contract'
import { Indicator } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type Ref, Suspense, useEffect, useImperativeHandle } from 'react'
import { useMenuOnDemand } from '../../../lib/tools/menu-on-demand.ts'
import { withPhrases } from '../../../lib/phrases.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { existingBases } from '../../../entities/files/asked-bases.ts'
import { askableBasesQuery } from '../../../entities/files/knowledge-bases.ts'
import type { AskedBases } from './use-asked-bases.ts'

const load = () => withPhrases(import('./knowledge-panel.tsx'), 'knowledgeBases', 'contextFiles')
const preload = () => void load().catch(() => {})
const KnowledgePanel = lazy(() => load().then((module) => ({ default: module.KnowledgePanel })))

type KnowledgeButtonProps = {
  accountId: AccountId
  asked: AskedBases
  /** Receives the function that opens the selection; null without anything to select. */
  openRef?: Ref<(() => void) | null> | undefined
}

/** Opens the choice of knowledge bases for the next questions, loaded on first use; nothing where there is none to choose. */
export function KnowledgeButton({ accountId, asked, openRef }: KnowledgeButtonProps) {
  const { t, language } = useTranslation('chat')
  const { menu, buttonProps, open } = useMenuOnDemand(preload, 'dialog')
  const { data, isPlaceholderData } = useQuery(askableBasesQuery(accountId))
  const { bases, change } = asked
  // An incomplete list can't show which bases were deleted.
  const known = data && !isPlaceholderData && data.count <= data.bases.length ? data.bases : null
  useEffect(() => {
    if (known === null) return
    const left = existingBases(bases, known)
    if (left !== bases) change(left)
  }, [known, bases, change])
  const isThere = data !== undefined && data.count > 0
  useImperativeHandle<(() => void) | null, (() => void) | null>(openRef, () => (isThere ? open : null), [
    isThere,
    open,
  ])
  if (!isThere) return null
  const list = new Intl.ListFormat(language).format(bases.map(({ name }) => name))
  return (
    <>
      <Indicator
        disabled={bases.length === 0}
        label={bases.length}
        size={16}
        offset={5}
        styles={{ indicator: { pointerEvents: 'none' } }}
      >
        <ToolButton
          label={bases.length === 0 ? t('composer.knowledge') : t('composer.knowledge.chosen', { list })}
          icon={IconBooks}
          look="round"
          {...buttonProps}
        />
      </Indicator>
      {menu && (
        <Suspense>
          <KnowledgePanel menu={menu} accountId={accountId} asked={asked} />
        </Suspense>
      )}
    </>
  )
}
