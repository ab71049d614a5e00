import type { FoundOnWeb, FoundSources } from '@atrium/contract'
import { lazy, Suspense } from 'react'

const SourcesFold = lazy(() =>
  import('./cited/sources-fold.tsx').then((module) => ({ default: module.SourcesFold })),
)
const WebFold = lazy(() => import('./web/web-fold.tsx').then((module) => ({ default: module.WebFold })))

type AnswerSourcesProps = { sources: FoundSources | null; web: FoundOnWeb | null; text: string }

/** What an answer cites, of files and of the web; most answers have neither, so these load with the first one. */
export const AnswerSources = ({ sources, web, text }: AnswerSourcesProps) => (
  <Suspense>
    {sources !== null && <SourcesFold found={sources} text={text} />}
    {web !== null && <WebFold found={web} text={text} />}
  </Suspense>
)
