import { getLogo, type Room } from '@atrium/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { addressOf } from '../../lib/api/api-address.ts'
import { apiBases } from '../../lib/api/app-config.ts'

/** The URL of a room's picture; null if it has none, or while that is unknown. */
export function useLogoAddress({ logoFilename }: Pick<Room, 'logoFilename'>): string | null {
  const { data } = useQuery({
    queryKey: ['logo', logoFilename],
    queryFn: logoFilename
      ? async () => addressOf(await apiBases(), getLogo, { params: { name: logoFilename } })
      : skipToken,
    staleTime: Infinity,
  })
  return data ?? null
}
