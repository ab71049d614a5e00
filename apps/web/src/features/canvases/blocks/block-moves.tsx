import { VisuallyHidden } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { type BlockMove, blockMoved } from './block-handle.ts'

/** Announces to screen readers how a block was moved by keyboard. */
export function BlockMoves({ editor }: { editor: Editor }) {
  const { t } = useTranslation('canvases')
  const [last, setLast] = useState<{ move: BlockMove; count: number } | null>(null)
  useEffect(
    () =>
      blockMoved.listen(({ editor: one, move }) => {
        if (one === editor) setLast((before) => ({ move, count: (before?.count ?? 0) + 1 }))
      }),
    [editor],
  )
  return (
    <VisuallyHidden role="status">
      {/* A new element each time, so that screen readers announce a repeated message. */}
      {last && <span key={last.count}>{t(`block.${last.move}`)}</span>}
    </VisuallyHidden>
  )
}
