import { answerText, type Turn } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconFileTypeDocx, IconMarkdown } from '@tabler/icons-react'
import { saveAs } from '../../../lib/save-as.ts'
import { showOutcome } from '../../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './translation-download.module.css'

/** Below a translated document: saves it as a Word document or as Markdown. */
export function TranslationDownload({ turn }: { turn: Turn }) {
  const { t } = useTranslation('agentJobs')
  const text = answerText(turn.parts)
  if (turn.state === 'open' || text === '') return null
  const title = turn.question.text
  const saveDocx = async () => {
    const { markdownAsDocx } = await import('../../transfer/index.ts')
    saveAs(await markdownAsDocx(title, text), `${t('translation.name')}.docx`)
  }
  const saveMarkdown = () =>
    saveAs(new Blob([`${text}\n`], { type: 'text/markdown;charset=utf-8' }), `${t('translation.name')}.md`)
  return (
    <div className={styles.ways}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileTypeDocx size={16} stroke={1.7} aria-hidden="true" />}
        onClick={() => void showOutcome(saveDocx(), t('translation.saved'))}
      >
        {t('translation.docx')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMarkdown size={16} stroke={1.7} aria-hidden="true" />}
        onClick={saveMarkdown}
      >
        {t('translation.markdown')}
      </Button>
    </div>
  )
}
