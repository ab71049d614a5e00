import { base64Of } from '../base64-of.ts'
import type { Pictures } from './use-pictures.ts'

type WordPicture = { type: 'png' | 'jpg' | 'gif'; bytes: Uint8Array; width: number; height: number }

/** Puts the bytes of a canvas' pictures into its HTML. A picture that can't be loaded is replaced by its description. */
export async function withPictures(html: string, load: Pictures['load']): Promise<string> {
  // The content of a template element runs and loads nothing.
  const template = document.createElement('template')
  template.innerHTML = html
  for (const image of template.content.querySelectorAll<HTMLElement>('img[data-picture]')) {
    const bytes = await load(image.dataset['picture'] ?? '').catch(() => null)
    if (bytes === null) image.replaceWith(image.getAttribute('alt') ?? '')
    else {
      image.setAttribute('src', await dataAddress(bytes))
      image.removeAttribute('data-picture')
    }
  }
  return template.innerHTML
}

const dataAddress = async (bytes: Blob): Promise<string> =>
  `data:${bytes.type};base64,${base64Of(new Uint8Array(await bytes.arrayBuffer()))}`

/** The pictures that a Markdown text names, by their id, in formats of Word. Those that can't be loaded are left out. */
export async function picturesForWord(
  markdown: string,
  load: Pictures['load'],
): Promise<Map<string, WordPicture>> {
  const pictures = new Map<string, WordPicture>()
  for (const [, id = ''] of markdown.matchAll(/\]\((file_[\w-]+)/gu)) {
    if (pictures.has(id)) continue
    const picture = await load(id).then(forWord, () => null)
    if (picture) pictures.set(id, picture)
  }
  return pictures
}

const wordTypes: Record<string, WordPicture['type']> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
}

/** Other formats are redrawn as PNG. */
async function forWord(bytes: Blob): Promise<WordPicture> {
  const bitmap = await createImageBitmap(bytes)
  const { width, height } = bitmap
  const type = wordTypes[bytes.type]
  const written = type ? bytes : await asPng(bitmap)
  bitmap.close()
  return { type: type ?? 'png', bytes: new Uint8Array(await written.arrayBuffer()), width, height }
}

async function asPng(bitmap: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  return await canvas.convertToBlob({ type: 'image/png' })
}
