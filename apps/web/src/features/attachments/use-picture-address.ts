import { openAttachment, type FileId } from '@atrium/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'

/** An address under which a file of this browser can be shown; null without one. */
export function useFileAddress(file: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return address
}

/** The bytes of a picture that came with a question: they never change. */
export const pictureQuery = (fileId: FileId | null) =>
  queryOptions({
    queryKey: ['attachment', fileId],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      if (fileId === null) throw new Error('Asked for no picture.')
      return await (await api.stream(openAttachment, { params: { fileId } }, { signal })).blob()
    },
  })

/** A picture as far as it is loaded. */
export function usePicture(fileId: FileId | null): { picture: Blob | null; hasFailed: boolean } {
  const { data, isError } = useQuery({ ...pictureQuery(fileId), enabled: fileId !== null })
  return { picture: data ?? null, hasFailed: isError }
}
