import { type AccountId, answerText, type ChatId, limits, type Turn } from '@atrium/contract'
import { useEffect, useState } from 'react'
import { findableText } from '../../conversation/index.ts'
import { loadTurns } from '../../../entities/chats/queries.ts'
import type { BranchStep } from '../../../entities/turns/turn-tree.ts'

/** How long to process texts at a time, in milliseconds, before yielding to the page. */
const stepMs = 8

const texts = new WeakMap<Turn, readonly string[]>()

/** The searchable texts of a turn: question and answer. Null until extracted. */
export const textsOf = (turn: Turn | null): readonly string[] | null =>
  turn === null ? null : (texts.get(turn) ?? null)

/**
 * Loads the outlined turns of a branch, and extracts all texts in short steps. Returns the progress: 'partly' when some could not
 * be loaded.
 */
export function useChatTexts(accountId: AccountId, chatId: ChatId, path: readonly BranchStep[]) {
  const [failed, setFailed] = useState(false)
  const [readCount, setReadCount] = useState(0)
  const missing = path.findLastIndex(({ turn }) => turn === null)
  const last = path[missing]?.outline.turnId
  useEffect(() => {
    if (last === undefined || failed) return
    loadTurns(accountId, chatId, { last, count: limits.turnsAtOnceMost }).catch(() => setFailed(true))
  }, [accountId, chatId, last, failed])
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      let until = performance.now() + stepMs
      for (const { turn } of path) {
        if (turn === null || texts.has(turn)) continue
        texts.set(turn, [turn.question.text, findableText(answerText(turn.parts))])
        if (performance.now() < until) continue
        await new Promise((resume) => setTimeout(resume))
        if (!isWanted) return
        until = performance.now() + stepMs
      }
      setReadCount((count) => count + 1)
    }
    void read()
    return () => {
      isWanted = false
    }
  }, [path])
  const isRead = readCount > 0 && path.every(({ turn }) => turn === null || texts.has(turn))
  const state = failed
    ? ('partly' as const)
    : missing === -1 && isRead
      ? ('whole' as const)
      : ('reading' as const)
  return { state, retry: () => setFailed(false) }
}
