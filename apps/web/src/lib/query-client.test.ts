import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

test('lists are requested even if the browser reports that it is offline, so that they do not wait silently', async () => {
  onlineManager.setOnline(false)
  const found = queryClient.fetchQuery({ queryKey: ['found'], queryFn: async () => 'found' })
  await expect(found).resolves.toBe('found')
  const refused = queryClient.fetchQuery({
    queryKey: ['refused'],
    queryFn: () => Promise.reject(new Error('no connection')),
    retry: false,
  })
  await expect(refused).rejects.toThrow('no connection')
})

test('a change during the first load of a list loads it again afterwards', async () => {
  const queryKey = ['orders']
  let status = 'initiated'
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const load = async () => {
    const read = status
    await held
    return read
  }
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: load })
  const leave = observer.subscribe(() => {})
  status = 'cancelled'
  const reloaded = queryClient.invalidateQueries({ queryKey })
  release()
  await reloaded
  expect(queryClient.getQueryData(queryKey)).toBe('cancelled')
  leave()
})
