import { limits } from '@atrium/contract'
import type { PicturesWanted } from '../../../entities/chats/room-pictures.ts'

/** What the address says of a page of images; defaults are left out. */
export type GallerySearch = { page?: number | undefined; search?: string | undefined }

/** Reads the address; anything that is no page reads as the first one. */
export const readGalleryPage = ({ page, search }: GallerySearch): PicturesWanted => ({
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
  search: search === undefined ? '' : String(search).trim().slice(0, limits.searchCharacters),
})

export const firstGalleryPage: PicturesWanted = readGalleryPage({})

/** Returns where a page is. */
export const galleryLink = ({ page, search }: PicturesWanted) =>
  ({ to: '/images', search: { ...(page > 1 && { page }), ...(search !== '' && { search }) } }) as const
