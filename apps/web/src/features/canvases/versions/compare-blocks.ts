import type { CanvasBlock } from '@atrium/contract'
import { diffArrays, diffWordsWithSpace } from 'diff'

export type ComparedText = {
  text: string
  change: 'same' | 'added' | 'removed'
}
export type ComparedBlock = Omit<CanvasBlock, 'text'> & {
  parts: ComparedText[]
}

/** Beyond this many changes, texts have too little in common to compare their words. */
const maxChanges = 2_000

const isSame = (one: CanvasBlock, other: CanvasBlock) =>
  one.kind === other.kind && one.depth === other.depth && one.text === other.text

/** Compares two documents as they are read: first by blocks, then the changed blocks word by word. */
export function compareBlocks(
  before: readonly CanvasBlock[],
  after: readonly CanvasBlock[],
  language: string,
): ComparedBlock[] {
  const intlSegmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const changes = diffArrays([...before], [...after], {
    comparator: isSame,
    maxEditLength: maxChanges,
  }) ?? [
    { value: [...before], removed: true, added: false },
    { value: [...after], added: true, removed: false },
  ]
  const compared: ComparedBlock[] = []
  let removed: CanvasBlock[] = []
  const flush = () => {
    for (const block of removed) compared.push(whole(block, 'removed'))
    removed = []
  }
  for (const { value, added, removed: isRemoved } of changes) {
    if (isRemoved) {
      flush()
      removed = value
    } else if (added) {
      // A changed block is shown once; if no added block has its kind, removed blocks come first.
      if (!removed.some((one) => value.some(({ kind }) => kind === one.kind))) flush()
      for (const block of value) {
        const index = removed.findIndex((one) => one.kind === block.kind)
        for (const skipped of removed.splice(0, Math.max(0, index))) compared.push(whole(skipped, 'removed'))
        const earlier = index === -1 ? undefined : removed.shift()
        compared.push(earlier ? wordsOf(earlier, block, intlSegmenter) : whole(block, 'added'))
      }
    } else {
      flush()
      for (const block of value) compared.push(whole(block, 'same'))
    }
  }
  flush()
  return compared
}

const whole = ({ kind, depth, text }: CanvasBlock, change: ComparedText['change']): ComparedBlock => ({
  kind,
  depth,
  parts: [{ text, change }],
})

function wordsOf(before: CanvasBlock, after: CanvasBlock, intlSegmenter: Intl.Segmenter): ComparedBlock {
  const { kind, depth } = after
  const words = diffWordsWithSpace(before.text, after.text, {
    intlSegmenter,
    maxEditLength: maxChanges,
  })
  const parts: ComparedText[] = words
    ? words.map(({ value, added, removed }) => ({
        text: value,
        change: added ? 'added' : removed ? 'removed' : 'same',
      }))
    : [
        { text: before.text, change: 'removed' },
        { text: after.text, change: 'added' },
      ]
  return { kind, depth, parts }
}

/** Whether anything differs. */
export const hasChanges = (blocks: readonly ComparedBlock[]): boolean =>
  blocks.some(({ parts }) => parts.some(({ change }) => change !== 'same'))
