import { type ChatId, type FileId, openAttachment, openChatPicture } from '@atrium/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api/api.ts'

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

/** The bytes of a picture, which never change. `chatId`: its chat; without one it was uploaded by or generated for this person. */
export const pictureQuery = (fileId: FileId | null, chatId: ChatId | null = null) =>
  queryOptions({
    queryKey: ['attachment', fileId],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      if (fileId === null) throw new Error('No picture was requested.')
      const reply =
        chatId === null
          ? api.stream(openAttachment, { params: { fileId } }, { signal })
          : api.stream(openChatPicture, { params: { chatId, fileId } }, { signal })
      return await (await reply).blob()
    },
  })

/** A picture's loading state. */
export function usePicture(
  fileId: FileId | null,
  chatId: ChatId | null = null,
): { picture: Blob | null; hasFailed: boolean; reload: () => void } {
  const { data, isError, refetch } = useQuery({ ...pictureQuery(fileId, chatId), enabled: fileId !== null })
  return { picture: data ?? null, hasFailed: isError, reload: () => void refetch() }
}
