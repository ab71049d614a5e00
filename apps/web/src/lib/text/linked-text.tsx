import { linksIn } from './links-in.ts'

/** A text that people wrote, with its links to follow in a new tab. */
export function LinkedText({ text }: { text: string }) {
  return linksIn(text, location.origin).map(({ text: piece, href }, index) =>
    href === undefined ? (
      piece
    ) : (
      // Pieces never change places: the text is drawn as a whole.
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {piece}
      </a>
    ),
  )
}
