import { useTranslation } from '../../lib/translate.ts'
import type { ChosenFile, ChosenFiles } from './chosen-files.ts'
import { DocumentTile } from './document-tile.tsx'
import { PictureTile } from './picture-tile.tsx'
import styles from './attachments.module.css'

/** The tiles of chosen files, with progress and actions. */
export function ChosenTiles({ files, chosen }: { files: readonly ChosenFile[]; chosen: ChosenFiles }) {
  const { t } = useTranslation('attachments')
  return (
    <ul className={styles.tiles} aria-label={t('chosen')}>
      {files.map((file) =>
        file.isDocument ? (
          <DocumentTile key={file.id} document={file} chosen={chosen} />
        ) : (
          <PictureTile key={file.id} picture={file} chosen={chosen} />
        ),
      )}
    </ul>
  )
}
