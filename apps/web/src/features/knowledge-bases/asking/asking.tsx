import type { AccountId } from '@atrium/contract'
import { lazy, type Ref, Suspense } from 'react'
import type { AskedBases } from './use-asked-bases.ts'
import { withPhrases } from '../../../lib/phrases.ts'

const LazyButton = lazy(() =>
  import('./knowledge-button.tsx').then((module) => ({ default: module.KnowledgeButton })),
)
const LazyChips = lazy(() =>
  withPhrases(import('./asked-chips.tsx'), 'knowledgeBases').then((module) => ({
    default: module.AskedChips,
  })),
)

type AskingProps = { accountId: AccountId; asked: AskedBases; isAllowed: boolean }

/** The composer's tool for knowledge bases, loaded after the composer; none without the plan. */
export const KnowledgeTool = ({
  accountId,
  asked,
  isAllowed,
  openRef,
}: AskingProps & { openRef?: Ref<(() => void) | null> }) =>
  isAllowed && (
    <Suspense>
      <LazyButton accountId={accountId} asked={asked} openRef={openRef} />
    </Suspense>
  )

/** The chosen knowledge bases above the question, each to be removed. */
export const AskedKnowledge = ({ asked, isAllowed }: Omit<AskingProps, 'accountId'>) =>
  isAllowed &&
  asked.bases.length > 0 && (
    <Suspense>
      <LazyChips asked={asked} />
    </Suspense>
  )
