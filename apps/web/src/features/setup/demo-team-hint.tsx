import { Textarea } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import styles from './setup.module.css'

/** A blank database address selects the built-in one, even if `.env` names another. */
const commands = [
  'DATABASE_URL= ATRIUM_DATA_DIR=./demo npm run seed',
  'DATABASE_URL= ATRIUM_DATA_DIR=./demo ATRIUM_PORT=4600 npm start',
].join('\n')

/** Explains how to try a demo team: in a second Atrium, so that its data doesn't mix with real people and costs. */
export function DemoTeamHint() {
  const { t } = useTranslation('setup')
  return (
    <details className={styles.demo}>
      <summary>{t('demo.title')}</summary>
      <p>{t('demo.text')}</p>
      <Textarea
        aria-label={t('demo.commands')}
        readOnly
        dir="ltr"
        value={commands}
        rows={2}
        wrap="off"
        onFocus={(event) => event.currentTarget.select()}
      />
    </details>
  )
}
