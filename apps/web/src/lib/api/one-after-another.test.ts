import { expect, test } from 'vitest'
import { oneAfterAnother } from './one-after-another.ts'

test('calls are sent in their order, each after the end of the one before; an error does not stop the next', async () => {
  const sent: string[] = []
  const calls: PromiseWithResolvers<string>[] = []
  const send = oneAfterAnother((given: string) => {
    const call = Promise.withResolvers<string>()
    sent.push(given)
    calls.push(call)
    return call.promise
  })
  const [first, second, third] = [send('first'), send('second'), send('third')]
  await expect.poll(() => sent).toEqual(['first'])
  calls[0]?.reject(new Error('no connection'))
  await expect(first).rejects.toThrow('no connection')
  await expect.poll(() => sent).toEqual(['first', 'second'])
  calls[1]?.resolve('saved')
  await expect(second).resolves.toBe('saved')
  await expect.poll(() => sent).toEqual(['first', 'second', 'third'])
  calls[2]?.resolve('saved too')
  await expect(third).resolves.toBe('saved too')
})
