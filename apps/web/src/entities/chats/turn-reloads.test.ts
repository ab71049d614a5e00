import { mintId, type TurnId } from '@atrium/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurnReloads } from './turn-reloads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const chat = { accountId: mintId('account'), chatId: mintId('chat') }
const newTurn = () => ({ ...chat, turnId: mintId('turn') })

/** A tab that counts its reloads; `running` are the turns whose answers it reads. */
function openTab() {
  const running = new Map<TurnId, 'asked' | 'read'>()
  const count = { chat: 0, costs: 0 }
  const reloads = createTurnReloads({
    reloadChat: () => void (count.chat += 1),
    reloadCosts: () => void (count.costs += 1),
    runningHere: (turnId) => running.get(turnId) ?? null,
    windowMs: 250,
  })
  return { running, count, ...reloads }
}

test.each(['notice first', 'answer first'])(
  'CHAT-04 a question and its answer in this tab reload the chat once each: %s',
  (order) => {
    const tab = openTab()
    const turn = newTurn()
    const inOrder = (...steps: (() => void)[]) => {
      for (const step of order === 'notice first' ? steps : steps.toReversed()) {
        step()
        vi.advanceTimersByTime(20)
      }
    }
    tab.running.set(turn.turnId, 'asked')
    inOrder(
      () => tab.noticedOpened(turn),
      () => tab.accepted(turn),
    )
    expect(tab.count).toEqual({ chat: 1, costs: 0 })
    vi.advanceTimersByTime(3000)
    inOrder(
      () => tab.noticedClosed(turn),
      () => {
        tab.ended(turn)
        tab.running.delete(turn.turnId)
      },
    )
    expect(tab.count).toEqual({ chat: 2, costs: 1 })
    vi.runAllTimers()
    expect(tab.count).toEqual({ chat: 2, costs: 1 })
  },
)

test('CHAT-04 the title and the mark of a seen answer, just after its end, are one more reload', () => {
  const tab = openTab()
  tab.ended(newTurn())
  vi.advanceTimersByTime(100)
  tab.changed(chat)
  vi.advanceTimersByTime(100)
  tab.changed(chat)
  expect(tab.count.chat).toBe(1)
  vi.runAllTimers()
  expect(tab.count.chat).toBe(2)
})

test('CHAT-04 turns of other tabs and people reload the chat at once, and again for a change during the reload', () => {
  const tab = openTab()
  const turn = newTurn()
  tab.noticedOpened(turn)
  expect(tab.count.chat).toBe(1)
  tab.noticedClosed(turn)
  expect(tab.count.costs).toBe(1)
  vi.runAllTimers()
  expect(tab.count).toEqual({ chat: 2, costs: 1 })
})

test('CHAT-04 a question of somebody else reloads the lists though this tab already reads its answer', () => {
  const tab = openTab()
  const turn = newTurn()
  tab.running.set(turn.turnId, 'read')
  tab.noticedOpened(turn)
  expect(tab.count.chat).toBe(1)
})

test('CHAT-04 a tab whose connection to the answer is broken learns of the end by the notice', () => {
  const tab = openTab()
  const turn = newTurn()
  tab.running.set(turn.turnId, 'asked')
  tab.noticedOpened(turn)
  vi.runAllTimers()
  expect(tab.count).toEqual({ chat: 1, costs: 0 })
  tab.noticedClosed(turn)
  vi.runAllTimers()
  expect(tab.count).toEqual({ chat: 2, costs: 1 })
})

test('CHAT-04 chats don’t share reloads', () => {
  const tab = openTab()
  tab.changed(chat)
  tab.changed({ ...chat, chatId: mintId('chat') })
  expect(tab.count.chat).toBe(2)
})

test('CHAT-04 a comparison that is accepted at once reloads the chat at once and at the end of the burst', () => {
  const tab = openTab()
  const turns = [newTurn(), newTurn(), newTurn(), newTurn()]
  for (const turn of turns) tab.running.set(turn.turnId, 'asked')
  for (const turn of turns) tab.accepted(turn)
  for (const turn of turns) tab.noticedOpened(turn)
  vi.runAllTimers()
  expect(tab.count.chat).toBe(2)
})
