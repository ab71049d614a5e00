import styles from './source-viewer.module.css'

/** The image that a text was read from, above that text. */
export const ImageView = ({ url, name }: { url: string; name: string }) => (
  <figure className={styles.image}>
    <img src={url} alt={name} />
  </figure>
)
