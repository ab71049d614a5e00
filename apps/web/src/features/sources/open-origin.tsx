import type { FileOrigin, TurnId } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { citedPassage } from '../../entities/canvases/cited-passage.ts'
import { openedSource } from '../../entities/files/opened-source.ts'
import { useTranslation } from '../../lib/translate.ts'
import { sentencesOf } from './claims.ts'
import { supportingSentences } from './supporting-sentences.ts'

type Turns = Extract<FileOrigin, { kind: 'chat' }>['turns']

/** The turn with the most relevant sentence, else the one with most of the passage; null when the chat has changed. */
function citedTurn(turns: Turns, sentences: readonly string[]): TurnId | null {
  const plain = (text: string) => text.replaceAll(/\s+/gu, ' ')
  const found = sentences
    .map((sentence) => turns.find(({ text }) => plain(text).includes(plain(sentence))))
    .find((turn) => turn !== undefined)
  return (found ?? turns[0])?.turnId ?? null
}

type OpenOriginProps = { origin: FileOrigin; passage: string; claims: readonly string[] }

/** Opens the canvas at the cited passage, or the chat at its message (KB-10), instead of the viewer. */
export function OpenOrigin({ origin, passage, claims }: OpenOriginProps) {
  const { t } = useTranslation('sources')
  const navigate = useNavigate()
  const latest = useRef({ origin, passage, claims })
  useEffect(() => {
    const opened = latest.current
    openedSource.set(null)
    if (opened.origin.kind === 'chat') {
      const { chatId } = opened.origin
      const turnId = citedTurn(opened.origin.turns, supportingSentences(opened.passage, opened.claims))
      void navigate({
        to: '/chat/$chatId',
        params: { chatId },
        search: turnId === null ? {} : { turn: turnId },
      })
      return
    }
    const { canvasId } = opened.origin
    const sentences = [...supportingSentences(opened.passage, opened.claims), ...sentencesOf(opened.passage)]
    citedPassage.set({ canvasId, sentences })
    void navigate({ to: '/canvas/$canvasId', params: { canvasId } })
  }, [navigate])
  return <SkeletonRows count={8} label={t('viewer.loading')} />
}
