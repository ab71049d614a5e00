import { onlineManager } from '@tanstack/react-query'
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
