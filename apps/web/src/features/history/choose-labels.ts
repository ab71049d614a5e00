import type { LabelId } from '@atrium/contract'
import type { ChosenChat } from './labels-queries.ts'

/** Whether all, some or none of the chats bear a label. */
export type Borne = 'all' | 'some' | 'none'

export function borneBy(chats: readonly Pick<ChosenChat, 'labels'>[], labelId: LabelId): Borne {
  const count = chats.filter(({ labels }) => labels.some((label) => label.labelId === labelId)).length
  return count === 0 ? 'none' : count === chats.length ? 'all' : 'some'
}

/** What must be added and removed for the chats to bear what was chosen; what nobody touched stays as it is. */
export function changeOf(
  chats: readonly Pick<ChosenChat, 'labels'>[],
  chosen: ReadonlyMap<LabelId, boolean>,
): { add: LabelId[]; remove: LabelId[] } {
  const entries = [...chosen]
  return {
    add: entries.flatMap(([labelId, isOn]) => (isOn && borneBy(chats, labelId) !== 'all' ? labelId : [])),
    remove: entries.flatMap(([labelId, isOn]) =>
      !isOn && borneBy(chats, labelId) !== 'none' ? labelId : [],
    ),
  }
}
