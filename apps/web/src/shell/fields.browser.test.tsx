import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { Textarea, TextInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

const directionOf = (element: Element | null) => element && getComputedStyle(element).direction

test.each([TextInput, Textarea])(
  'I18N-01 text in a field (%#) has its own direction, and the icon stays at the inline start',
  async (Field) => {
    const screen = await render(
      <AtriumProvider direction="rtl" language="ar" env="test">
        <Field aria-label="empty" placeholder="البحث" />
        <Field aria-label="latin" defaultValue="Ada" leftSection={<i data-icon />} />
        <Field aria-label="arabic" defaultValue="آدا" />
      </AtriumProvider>,
    )
    const field = (name: string) => screen.getByLabelText(name).element()
    expect(directionOf(field('empty'))).toBe('rtl')
    expect(directionOf(field('latin'))).toBe('ltr')
    expect(directionOf(field('arabic'))).toBe('rtl')
    expect(directionOf(field('latin').parentElement)).toBe('rtl')
    const icon = screen.container.querySelector('[data-icon]')?.getBoundingClientRect()
    const box = field('latin').getBoundingClientRect()
    expect(icon?.x).toBeGreaterThan(box.x + box.width / 2)
    // The text does not run below the icon.
    const { paddingLeft, paddingRight } = getComputedStyle(field('latin'))
    expect(Number.parseFloat(paddingRight)).toBeGreaterThan(Number.parseFloat(paddingLeft))
  },
)
