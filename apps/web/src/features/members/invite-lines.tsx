import type { InviteLine } from '@atrium/contract'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './members.module.css'

const isRight = ({ outcome }: InviteLine) => outcome === 'valid' || outcome === 'invited'
const isFine = (line: InviteLine) => isRight(line) || line.outcome === 'heading'

/** What becomes, or became, of each line of a list; what needs a look comes first. */
export function InviteLines({ lines }: { lines: InviteLine[] }) {
  const { t } = useTranslation(['members', 'accounts'])
  const wrong = lines.filter((line) => !isFine(line))
  const sorted = [...wrong, ...lines.filter(isFine)]
  const rightCount = lines.filter(isRight).length
  return (
    <section aria-label={t('lines.label')}>
      <p className={styles.linesSum} role="status">
        {t('lines.right', { count: rightCount })}{' '}
        {wrong.length > 0 && t('lines.wrong', { count: wrong.length })}
      </p>
      <ul className={styles.lines} tabIndex={0} aria-label={t('lines.label')}>
        {sorted.map((line) => (
          <li key={line.line} className={styles.line} data-wrong={!isFine(line) || undefined}>
            <Mark line={line} />
            <span className={styles.lineNumber}>{t('lines.number', { number: line.line })}</span>
            <bdi className={styles.lineText} dir="auto">
              {isRight(line) ? line.email : line.text}
            </bdi>
            <span className={styles.outcome}>
              {isRight(line) && line.role ? `${t(`accounts:role.${line.role}`)} · ` : ''}
              {t(`outcome.${line.outcome}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ line }: { line: InviteLine }) {
  const Icon = isRight(line) ? IconCheck : isFine(line) ? IconInfoCircle : IconAlertTriangle
  return <Icon size={16} stroke={1.8} aria-hidden="true" className={styles.lineMark} />
}
