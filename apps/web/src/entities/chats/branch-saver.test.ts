import { mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { type BranchChoice, createBranchSaver } from './branch-saver.ts'

const accountId = mintId('account')
const chatId = mintId('chat')
const choice = (): BranchChoice => ({ accountId, chatId, currentTurnId: mintId('turn') })

/** A server that answers each call when the test says so. */
function heldServer() {
  const sent: BranchChoice[] = []
  const calls: PromiseWithResolvers<void>[] = []
  const saver = createBranchSaver((one) => {
    const call = Promise.withResolvers<void>()
    sent.push(one)
    calls.push(call)
    return call.promise
  })
  return { sent, calls, saver }
}

test('CHAT-05 branches opened one after another are saved in that order, the newest last', async () => {
  const { sent, calls, saver } = heldServer()
  const [first, second, third] = [choice(), choice(), choice()]
  const saved = [saver.save(first), saver.save(second), saver.save(third)]
  expect(sent).toEqual([first])
  calls[0]?.resolve()
  await expect.poll(() => sent).toEqual([first, third])
  calls[1]?.resolve()
  await Promise.all(saved)
})

test('CHAT-05 a page that is left sends the choice that waits; one that fails does not stop the next', async () => {
  const { sent, calls, saver } = heldServer()
  const [first, second, third] = [choice(), choice(), choice()]
  void saver.save(first)
  void saver.save(second)
  saver.flush()
  expect(sent).toEqual([first, second])
  const saved = saver.save(third)
  calls[0]?.reject(new Error('no connection'))
  await expect.poll(() => sent).toEqual([first, second, third])
  calls[2]?.reject(new Error('no connection'))
  await expect(saved).rejects.toThrow('no connection')
})
