import type { AccountId } from '@atrium/contract'
import { lazy, Suspense } from 'react'
import type { AskedBases } from './use-asked-bases.ts'

const LazyButton = lazy(() =>
  import('./knowledge-button.tsx').then((module) => ({ default: module.KnowledgeButton })),
)
const LazyChips = lazy(() => import('./asked-chips.tsx').then((module) => ({ default: module.AskedChips })))

type AskingProps = { accountId: AccountId; asked: AskedBases; isAllowed: boolean }

/** The composer's tool that chooses knowledge bases, loaded after the composer itself; none without the plan. */
export const KnowledgeTool = ({ accountId, asked, isAllowed }: AskingProps) =>
  isAllowed && (
    <Suspense>
      <LazyButton accountId={accountId} asked={asked} />
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
