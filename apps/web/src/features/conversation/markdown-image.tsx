import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { useConversationLabels } from './conversation-labels.tsx'
import { imageSource } from './markdown/link-policy.ts'
import styles from './prose.module.css'

type MarkdownImageProps = { address: string | undefined; alt: string; title?: string | undefined }

/** Shows own pictures. A remote one names its host and waits for a click, since loading it reveals the reader to that host. */
export function MarkdownImage({ address, alt, title }: MarkdownImageProps) {
  const [wanted, setWanted] = useState(false)
  const source = imageSource(address, location.origin)
  if (source.kind === 'refused') return <span className={styles.imageText}>{alt}</span>
  if (source.kind === 'own') return <Picture address={source.address} alt={alt} title={title} />
  if (wanted) return <RemotePicture address={source.address} alt={alt} title={title} />
  return <Placeholder host={source.host} alt={alt} onLoad={() => setWanted(true)} />
}

type PictureProps = { address: string; alt: string; title?: string | undefined; onError?: () => void }

const Picture = ({ address, alt, title, onError }: PictureProps) => (
  <img
    src={address}
    alt={alt}
    title={title}
    loading="lazy"
    decoding="async"
    referrerPolicy="no-referrer"
    onError={onError}
  />
)

function Placeholder({ host, alt, onLoad }: { host: string; alt: string; onLoad: () => void }) {
  const labels = useConversationLabels()
  return (
    <span className={styles.imagePlaceholder}>
      <IconPhoto size={20} stroke={1.6} aria-hidden="true" />
      <span className={styles.imageWords}>
        {alt && (
          <span dir="auto" className={styles.imageAlt}>
            {alt}
          </span>
        )}
        <span dir="auto" className={styles.imageHost}>
          {labels.imageFrom(host)}
        </span>
      </span>
      <button type="button" className={styles.chip} onClick={onLoad}>
        {labels.loadImage}
      </button>
    </span>
  )
}

/** A remote picture after the reader's click; if the page's policy or the network blocks it, a link to open it elsewhere. */
function RemotePicture({ address, alt, title }: PictureProps) {
  const labels = useConversationLabels()
  const [failed, setFailed] = useState(false)
  if (!failed) return <Picture address={address} alt={alt} title={title} onError={() => setFailed(true)} />
  return (
    <span className={styles.imagePlaceholder} role="status">
      <IconPhoto size={20} stroke={1.6} aria-hidden="true" />
      <span className={styles.imageWords}>{labels.imageFailed}</span>
      <a className={styles.chip} href={address} target="_blank" rel="noopener noreferrer nofollow">
        {labels.openImage}
      </a>
    </span>
  )
}
