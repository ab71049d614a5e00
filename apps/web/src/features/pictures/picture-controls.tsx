import { IconAspectRatio, IconBrush, IconCopy } from '@tabler/icons-react'
import { type PictureMaking, type PictureOptions, sidesOf } from '@atrium/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './pictures.module.css'

type PictureControlsProps = {
  making: PictureMaking
  options: PictureOptions
  onChoose: (options: PictureOptions) => void
}

/** Number, size and style of pictures, as the chosen model offers. */
export function PictureControls({ making, options, onChoose }: PictureControlsProps) {
  const { t } = useTranslation('pictures')
  const counts = Array.from({ length: making.most }, (_, index) => index + 1)
  const nameOfSize = (size: string) => {
    const name = t(`size.${formOf(size)}`)
    const isAlone = making.sizes.filter((other) => formOf(other.size) === formOf(size)).length === 1
    return isAlone ? name : `${name}, ${pixelsOf(size)}`
  }
  return (
    <div role="group" aria-label={t('controls')} className={styles.controls}>
      {making.most > 1 && (
        <Choice
          icon={IconCopy}
          label={t('count')}
          value={String(options.count)}
          onChange={(value) => onChoose({ ...options, count: Number(value) })}
        >
          {counts.map((count) => (
            <option key={count} value={count}>
              {t('count.of', { count })}
            </option>
          ))}
        </Choice>
      )}
      {making.sizes.length > 1 && (
        <Choice
          icon={IconAspectRatio}
          label={t('size')}
          hint={`${t('size')}: ${pixelsOf(options.size)}`}
          value={options.size}
          onChange={(size) => onChoose({ ...options, size })}
        >
          {making.sizes.map(({ size }) => (
            <option key={size} value={size}>
              {nameOfSize(size)}
            </option>
          ))}
        </Choice>
      )}
      {making.styles.length > 0 && (
        <Choice
          icon={IconBrush}
          label={t('style')}
          value={options.style ?? ''}
          onChange={(value) =>
            onChoose({ ...options, style: making.styles.find((style) => style === value) ?? null })
          }
        >
          <option value="">{t('style.any')}</option>
          {making.styles.map((style) => (
            <option key={style} value={style}>
              {t(`style.${style}`)}
            </option>
          ))}
        </Choice>
      )}
    </div>
  )
}

type ChoiceProps = {
  icon: typeof IconCopy
  label: string
  /** Details of the choice. */
  hint?: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

function Choice({ icon: Icon, label, hint = label, value, onChange, children }: ChoiceProps) {
  return (
    <label className={styles.choice} title={hint}>
      <Icon size={15} stroke={1.7} aria-hidden="true" />
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </label>
  )
}

const pixelsOf = (size: string) => size.replace('x', ' × ')

function formOf(size: string): 'square' | 'portrait' | 'landscape' {
  const { width, height } = sidesOf(size)
  return width === height ? 'square' : width < height ? 'portrait' : 'landscape'
}
