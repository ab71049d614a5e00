import { limits } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import { Button, FileButton, Group, Input } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './accounts.module.css'
import { type LogoProblem, logoProblem, logoTypes } from '../../entities/files/logo-file.ts'

type LogoFieldProps = {
  /** The name for the placeholder initials. */ name: string
  logo: File | null
  /** The current picture while no other is chosen. */ currentUrl?: string | null | undefined
  onChange: (logo: File | null) => void
}

const megabytes = limits.logoSizeBytes / 2 ** 20

/** Chooses a logo and previews it. */
export function LogoField({ name, logo, currentUrl, onChange }: LogoFieldProps) {
  const { t } = useTranslation(['accounts', 'errors'])
  const [problem, setProblem] = useState<string | null>(null)
  const preview = useObjectUrl(logo) ?? currentUrl
  const wordsFor = (found: LogoProblem, filename: string) =>
    found === 'FILE_TOO_LARGE'
      ? t('create.logo.tooLarge', { file: filename, megabytes })
      : t(`errors:${found}`)
  const choose = (file: File | null) => {
    const found = file && logoProblem(file)
    setProblem(found && wordsFor(found, file.name))
    if (!found) onChange(file)
  }
  return (
    <Input.Wrapper
      label={t('create.logo')}
      labelElement="div"
      description={t('create.logo.hint', { megabytes })}
      error={problem}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Group gap="md" my="xs">
        {name.trim() || preview ? (
          <Avatar name={name} imageUrl={preview} size={56} shape="square" decorative />
        ) : (
          <span className={styles.noLogo} aria-hidden="true">
            <IconPhoto size={22} stroke={1.5} />
          </span>
        )}
        <FileButton
          accept={logoTypes.join(',')}
          onChange={choose}
          inputProps={{ 'aria-label': t('create.logo') }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {t(preview ? 'create.logo.change' : 'create.logo.choose')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => choose(null)}>
            {t('create.logo.remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

/** An address of this page at which the browser shows the file; released with it. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
