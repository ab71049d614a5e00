import { getLogo, type Room } from '@atrium/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { addressOf } from '../../lib/api/api-address.ts'
import { apiBases } from '../../lib/api/app-config.ts'

/** Where the picture of a room is; null when it has none, or as long as that is not known. */
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
