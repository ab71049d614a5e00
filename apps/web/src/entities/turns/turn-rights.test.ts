import { chatRelations, mayInChat } from '@atrium/contract'
import { expect, test } from 'vitest'
import { mayEditQuestion, mayRateAnswer, mayStopAnswer } from './turn-rights.ts'

test.each(chatRelations)(
  'CHAT-11 PERM-05 the conversation offers %s what the policy of chats allows',
  (relation) => {
    for (const isOwn of [true, false]) {
      expect(mayStopAnswer(relation, isOwn)).toBe(mayInChat(relation, 'stop', isOwn))
      expect(mayRateAnswer(relation, isOwn)).toBe(mayInChat(relation, 'rate', isOwn))
      expect(mayEditQuestion(relation, isOwn)).toBe(mayInChat(relation, 'edit', isOwn))
    }
  },
)
