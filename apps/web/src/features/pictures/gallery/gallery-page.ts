import { limits } from '@atrium/contract'
import type { PicturesWanted } from '../../../entities/chats/room-pictures.ts'

/** The address parameters of a page of images; defaults are left out. */
export type GallerySearch = { page?: number | undefined; search?: string | undefined }

/** Reads the page from an address; invalid values become the defaults. */
export const readGalleryPage = ({ page, search }: GallerySearch): PicturesWanted => ({
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
  search: search === undefined ? '' : String(search).trim().slice(0, limits.searchCharacters),
})

export const firstGalleryPage: PicturesWanted = readGalleryPage({})

/** Returns the address of a page. */
export const galleryLink = ({ page, search }: PicturesWanted) =>
  ({ to: '/images', search: { ...(page > 1 && { page }), ...(search !== '' && { search }) } }) as const
