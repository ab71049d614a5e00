import { IconBolt, IconBulb } from '@tabler/icons-react'
import type { ResponseStyle } from '@atrium/contract'
import { useId } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './composer.module.css'

const choices = [
  { style: 'quick', phrase: 'style.quick', icon: IconBolt },
  { style: 'deep', phrase: 'style.deep', icon: IconBulb },
] as const

type StyleSwitchProps = { style: ResponseStyle; onChoose: (style: ResponseStyle) => void }

/** 'Quick Response' or 'Think Deeper': two radio buttons that look like one switch; icons only where there is little room. */
export function StyleSwitch({ style: chosen, onChoose }: StyleSwitchProps) {
  const { t } = useTranslation('chat')
  const name = useId()
  return (
    <div role="radiogroup" aria-label={t('style.label')} className={styles.styleSwitch}>
      {choices.map(({ style, phrase, icon: Icon }) => (
        <label key={style} className={styles.style} title={t(phrase)}>
          <input
            type="radio"
            className={styles.styleInput}
            name={name}
            value={style}
            checked={chosen === style}
            onChange={() => onChoose(style)}
          />
          <Icon size={16} stroke={1.7} aria-hidden="true" />
          <span className={styles.styleName}>{t(phrase)}</span>
        </label>
      ))}
    </div>
  )
}
