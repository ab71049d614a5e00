import { answerText, picturesIn, sourcesIn, type Turn, webIn } from '@atrium/contract'
import { useEffect, useRef } from 'react'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { readAloudWhenIdle } from './read-aloud-when-idle.ts'
import { readableUpTo } from './spoken-sentences.ts'

/** Announcement interval in milliseconds: faster sentences are read together. */
const paceMs = 1_200

/**
 * Announces an answer to screen readers by sentences, and its ending; never by tokens. Of one that others are compared with, only its
 * model and ending: several answers at once can't be followed.
 */
export function useAnnouncements(turn: Turn, { isCompared = false } = {}): void {
  const { t } = useTranslation(['chat', 'pictures'])
  const { announce } = useConversationActions()
  const isOpen = turn.state === 'open'
  const wasOpen = useRef(isOpen)
  const readUpTo = useRef(0)
  const readAtMs = useRef(0)
  const text = isOpen || wasOpen.current ? answerText(turn.parts) : ''
  const hasContent = text !== '' || picturesIn(turn.parts).length > 0
  const cites = sourcesIn(turn.parts) !== null || webIn(turn.parts) !== null
  const isDrawing = turn.pictureOptions !== null
  const model = turn.modelName ?? turn.requestedModelId
  useEffect(() => {
    if (!isOpen || !hasContent || isCompared) return
    if (readAtMs.current === 0) announce(t(isDrawing ? 'pictures:announce.begins' : 'announce.begins'))
    const nowMs = performance.now()
    if (nowMs - readAtMs.current < paceMs) return
    readAtMs.current = nowMs
    const end = readableUpTo(text, readUpTo.current)
    readAloudWhenIdle({ text: text.slice(readUpTo.current, end), cites, say: announce })
    readUpTo.current = end
  }, [isOpen, isCompared, text, hasContent, isDrawing, cites, announce, t])
  useEffect(() => {
    if (isOpen) wasOpen.current = true
    if (isOpen || !wasOpen.current) return
    wasOpen.current = false
    const ending = turn.state === 'answered' || turn.state === 'stopped' ? turn.state : 'failed'
    if (isCompared) return announce(`${model}: ${t(endings[ending])}`)
    readAloudWhenIdle({
      text: text.slice(readUpTo.current),
      cites,
      ending: t(endings[ending]),
      say: announce,
    })
  }, [isOpen, isCompared, model, turn.state, text, cites, announce, t])
}

const endings = {
  answered: 'announce.ended',
  stopped: 'announce.stopped',
  failed: 'announce.failed',
} as const
