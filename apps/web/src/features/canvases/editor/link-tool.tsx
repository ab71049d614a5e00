import { isAllowedLink } from '@atrium/canvas'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { Button, Popover, TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './editor.module.css'

/** Sets, changes and removes the link of the selected text. */
export function LinkTool({ editor }: { editor: Editor }) {
  const { t } = useTranslation('canvases')
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const open = () => {
    setAddress(String(editor.getAttributes('link')['href'] ?? ''))
    setInvalid(false)
    setOpen(true)
  }
  const save = () => {
    const href = address.trim()
    if (!isAllowedLink(href)) return setInvalid(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    setOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start">
      <Popover.Target>
        <ToolButton
          label={t('tool.link')}
          icon={IconLink}
          pressed={editor.isActive('link')}
          aria-haspopup="dialog"
          onClick={open}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={styles.linkForm}
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <TextInput
            label={t('link.label')}
            dir="ltr"
            data-autofocus
            placeholder="https://"
            value={address}
            error={isInvalid && t('link.invalid')}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <div className={styles.linkButtons}>
            {editor.isActive('link') && (
              <Button
                variant="default"
                size="sm"
                onClick={() => {
                  editor.chain().focus().extendMarkRange('link').unsetLink().run()
                  setOpen(false)
                }}
              >
                {t('link.remove')}
              </Button>
            )}
            <Button type="submit" size="sm">
              {t('link.save')}
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
