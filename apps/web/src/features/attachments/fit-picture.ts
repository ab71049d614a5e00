import { limits } from '@atrium/contract'

/** Pixels along each side that the server takes. */
const maxPixelsPerSide = 4096
/** The size to which vendors scale pictures down anyway. */
const wantedPixelsASide = 2048

/** Returns a picture that can be sent: redraws one that is too wide, too high or too large. Throws if the browser can't decode it. */
export async function fitPicture(file: File): Promise<File> {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  const longest = Math.max(width, height)
  if (longest <= maxPixelsPerSide && file.size <= limits.attachmentBytes) {
    picture.close()
    return file
  }
  const scale = Math.min(1, wantedPixelsASide / longest)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88))
  if (blob === null) throw new Error('The browser could not draw the picture.')
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '') || 'picture'}.jpg`, { type: 'image/jpeg' })
}
