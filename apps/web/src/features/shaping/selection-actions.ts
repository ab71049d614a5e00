import {
  IconAbc,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconListDetails,
  IconMessageCirclePlus,
  IconWand,
} from '@tabler/icons-react'
import type { SelectionAction } from '@atrium/contract'

/** Actions for a text of an answer (CHAT-07): 'ask' quotes it in the question, the others rework it. */
export const textActions = [
  { action: 'ask', icon: IconMessageCirclePlus },
  { action: 'improve', icon: IconWand },
  { action: 'summarize', icon: IconListDetails },
  { action: 'expand', icon: IconArrowsMaximize },
  { action: 'shorten', icon: IconArrowsMinimize },
  { action: 'simplify', icon: IconAbc },
] as const satisfies readonly { action: 'ask' | SelectionAction; icon: typeof IconWand }[]

export type TextAction = (typeof textActions)[number]['action']
