import {
  IconAbc,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconListDetails,
  IconMessageCirclePlus,
  IconWand,
} from '@tabler/icons-react'
import type { SelectionAction } from '@atrium/contract'

/** What can be done with a text of an answer (CHAT-07): 'ask' puts it into the question, the others have it reworked. */
export const textActions = [
  { action: 'ask', icon: IconMessageCirclePlus },
  { action: 'improve', icon: IconWand },
  { action: 'summarize', icon: IconListDetails },
  { action: 'expand', icon: IconArrowsMaximize },
  { action: 'shorten', icon: IconArrowsMinimize },
  { action: 'simplify', icon: IconAbc },
] as const satisfies readonly { action: 'ask' | SelectionAction; icon: typeof IconWand }[]

export type TextAction = (typeof textActions)[number]['action']
