import type { Mention, Modifiers, ScheduledQuestion } from '@atrium/contract'

/** The question to repeat, as it was asked or is written. */
export type QuestionToRepeat = Pick<ScheduledQuestion, 'text' | 'modelId'> &
  Partial<
    Pick<
      ScheduledQuestion,
      | 'style'
      | 'baseIds'
      | 'usesRoomFiles'
      | 'usesWeb'
      | 'template'
      | 'jobKind'
      | 'table'
      | 'translation'
      | 'analysis'
      | 'budgetCredits'
    >
  > & { mentions?: readonly Mention[]; modifiers?: Modifiers; hasFiles?: boolean; title?: string }
