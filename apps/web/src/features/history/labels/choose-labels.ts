import type { LabelId } from '@atrium/contract'
import type { ChosenChat } from '../../../entities/chats/labels.ts'

/** Whether all, some or none of the chats have a label. */
export type LabelCoverage = 'all' | 'some' | 'none'

export function labelCoverage(chats: readonly Pick<ChosenChat, 'labels'>[], labelId: LabelId): LabelCoverage {
  const count = chats.filter(({ labels }) => labels.some((label) => label.labelId === labelId)).length
  return count === 0 ? 'none' : count === chats.length ? 'all' : 'some'
}

/** Returns the labels to add and remove for the selection; untouched ones stay. */
export function changeOf(
  chats: readonly Pick<ChosenChat, 'labels'>[],
  chosen: ReadonlyMap<LabelId, boolean>,
): { add: LabelId[]; remove: LabelId[] } {
  const entries = [...chosen]
  return {
    add: entries.flatMap(([labelId, isOn]) =>
      isOn && labelCoverage(chats, labelId) !== 'all' ? labelId : [],
    ),
    remove: entries.flatMap(([labelId, isOn]) =>
      !isOn && labelCoverage(chats, labelId) !== 'none' ? labelId : [],
    ),
  }
}
