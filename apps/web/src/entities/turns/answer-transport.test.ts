import { mintId } from '@atrium/contract'
import { expect, test, vi } from 'vitest'
import { answerTransport } from './answer-transport.ts'
import { newQuestion } from './asked-here.ts'

const asked = newQuestion({
  chatId: mintId('chat'),
  parentTurnId: null,
  text: 'Which is older?',
  modelId: 'auto',
  style: 'quick',
  replacesTurnId: mintId('turn'),
  author: { id: mintId('user'), name: 'Kim' },
})
const place = { userId: mintId('user'), accountId: mintId('account'), roomId: null }

test.each([
  [{ 'atrium-former-answer': 'continues' }, 1],
  [{}, 0],
])(
  'CHAT-05 an edit whose response has the headers %j reports %d times that both answers are charged',
  async (headers, times) => {
    const onFormerGoesOn = vi.fn<() => void>()
    const api = { call: vi.fn(), stream: async () => new Response('data: [DONE]\n\n', { headers }) }
    const transport = answerTransport(api as never, { onFormerGoesOn })
    await transport.ask(asked, place, new AbortController().signal)
    expect(onFormerGoesOn).toHaveBeenCalledTimes(times)
  },
)
