import { IconBulb } from '@tabler/icons-react'
import {
  answerText,
  type AnswerPart,
  jobIn,
  picturesIn,
  sourcesIn,
  tablesIn,
  type Turn,
  webIn,
} from '@atrium/contract'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { useUser } from '../../../lib/session/use-session.ts'
import { AnswerJob } from '../../agent-jobs/index.ts'
import { MarkdownView, ReasoningFold } from '../../conversation/index.ts'
import { AnswerPictures } from '../../pictures/index.ts'
import { Followups, answerMark } from '../../shaping/index.ts'
import { AnswerSources, type Citations, useCitations } from '../../sources/index.ts'
import { AnswerTable } from '../../tables/index.ts'
import { AnswerToolCall } from '../../tool-calls/index.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerChoice } from './answer-choice.tsx'
import { AnswerEnding } from './answer-ending.tsx'
import { AnswerWaiting } from './answer-waiting.tsx'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { SandboxBanner } from '../screen/sandbox-banner.tsx'
import { useRunningAnswer } from '../../../entities/chats/live-answers.ts'
import type { RunningAnswer } from '../../../entities/turns/running-answer.ts'
import { findable } from '../outline/findable.ts'
import { liveTurn } from '../../../entities/turns/shown-turns.ts'
import { useAnnouncements } from './use-announcements.ts'
import type { PathStep } from '../../../entities/turns/turn-tree.ts'
import styles from '../transcript/turn.module.css'

const TranslationDownload = lazy(() =>
  import('./translation-download.tsx').then((module) => ({ default: module.TranslationDownload })),
)

/** An answer: its author, reasoning, streaming text, ending and actions. */
export function AnswerView({
  step,
  isLast,
  isCompared = false,
}: {
  step: PathStep
  isLast: boolean
  /** Other answers are beside it. */
  isCompared?: boolean
}) {
  const { t } = useTranslation('chat')
  const running = useRunningAnswer(step.turn.turnId)
  const turn = liveTurn(step.turn, running)
  const isOpen = turn.state === 'open'
  const text = answerText(turn.parts)
  const pictures = picturesIn(turn.parts)
  const sources = sourcesIn(turn.parts)
  const web = webIn(turn.parts)
  const job = jobIn(turn.parts)
  const userId = useUser()?.id
  const parts = job?.kind === 'data-analysis' ? reportFirst(turn.parts) : turn.parts
  const citations = useCitations(sources, web, tablesIn(turn.parts).at(-1) ?? null)
  const hasContent = text !== '' || pictures.length > 0
  useAnnouncements(turn, { isCompared })
  const isFresh = useIsFresh(running)
  return (
    <section
      className={styles.answer}
      aria-label={t('answer.of', { model: turn.modelName ?? turn.requestedModelId })}
      aria-busy={isOpen}
    >
      {!isCompared && <AnswerHeader turn={turn} />}
      {!isCompared && turn.sandbox && <SandboxBanner />}
      <AnswerChoice turn={turn} />
      {job !== null && <AnswerJob turn={turn} part={job} isOwn={turn.askedById === userId} />}
      {job?.kind === 'translation' && (
        <Suspense>
          <TranslationDownload turn={turn} />
        </Suspense>
      )}
      <div {...{ [answerMark]: turn.turnId, [findable]: '' }}>
        {parts.map((part, index) => (
          <Part
            key={`${part.type} ${part.id}`}
            turn={turn}
            part={part}
            citations={citations}
            isStreaming={isOpen && index === parts.length - 1}
          />
        ))}
      </div>
      <AnswerPictures turn={turn} pictures={pictures} awaited={isOpen ? turn.pictureOptions : null} />
      {isOpen && (
        <AnswerWaiting
          turn={turn}
          running={running}
          hasText={text !== ''}
          isReasoning={turn.parts.at(-1)?.type === 'reasoning'}
        />
      )}
      <AnswerSources sources={isOpen ? null : sources} web={isOpen ? null : web} text={text} />
      {!isOpen && <AnswerEnding turn={turn} isLast={isLast} hasContent={hasContent} />}
      {!isOpen && hasContent && <AnswerActions step={{ ...step, turn }} text={text} isLast={isLast} />}
      {isLast && !isCompared && turn.state === 'answered' && text !== '' && (
        <AnswerFollowups turn={turn} isFresh={isFresh} />
      )}
    </section>
  )
}

/** The report of an analysis above the results of its queries. */
const reportFirst = (parts: readonly AnswerPart[]): readonly AnswerPart[] =>
  parts.toSorted((one, other) => Number(one.type === 'table') - Number(other.type === 'table'))

function AnswerHeader({ turn: { modelName, sandbox, style } }: { turn: Turn }) {
  const { t } = useTranslation('chat')
  if (modelName === null) return null
  return (
    <header className={styles.answerHeader}>
      <span className={styles.model}>{modelName}</span>
      {style === 'deep' && (
        <span className={styles.deep}>
          <IconBulb size={14} stroke={1.7} aria-hidden="true" /> {t('style.deep')}
        </span>
      )}
      {sandbox && (
        <span className={styles.sandbox} data-hint={t('answer.sandbox.hint')}>
          {t('answer.sandbox')}
        </span>
      )}
    </header>
  )
}

type PartProps = { turn: Turn; part: AnswerPart; citations: Citations; isStreaming: boolean }

/** Pictures are together below the text, and sources below them. */
function Part({ turn, part, citations, isStreaming }: PartProps) {
  if (part.type === 'picture' || part.type === 'sources' || part.type === 'web' || part.type === 'job')
    return null
  if (part.type === 'table') return <AnswerTable turnId={turn.turnId} table={part} />
  if (part.type === 'tool') return <AnswerToolCall turn={turn} call={part} />
  if (part.type === 'reasoning')
    return <ReasoningFold text={part.text} streaming={isStreaming} durationMs={part.durationMs} />
  return <MarkdownView text={part.text} streaming={isStreaming} dir="auto" headingsBelow={2} {...citations} />
}

function AnswerFollowups({ turn, isFresh }: { turn: Turn; isFresh: boolean }) {
  const { readOnly } = useConversationActions()
  const account = useAccount()
  return readOnly || account === null ? null : (
    <Followups accountId={account.id} turn={turn} isFresh={isFresh} />
  )
}

/** Whether this tab asked the question since it was opened. */
function useIsFresh(running: RunningAnswer | null): boolean {
  const [isFresh, setIsFresh] = useState(false)
  if (!isFresh && running !== null && running.asked !== null) setIsFresh(true)
  return isFresh
}
