import type { CanvasWork } from '@atrium/contract'
import type { PromptMessage } from '../../models/index.ts'
import { followInstruction, reworkText } from '../../writing-tools/index.ts'

/** The prompt for an action on a passage. */
export const promptOf = (
  { action, instruction = '' }: Pick<CanvasWork, 'action' | 'instruction'>,
  markdown: string,
): PromptMessage[] =>
  action === 'instruct' ? followInstruction(instruction, markdown) : reworkText(action, markdown, {})
