import type { MermaidConfig } from 'mermaid'

const light = {
  background: '#ffffff',
  primaryColor: '#e6f1ed',
  primaryBorderColor: '#5fa391',
  primaryTextColor: '#262420',
  secondaryColor: '#f4f2ed',
  tertiaryColor: '#fbf0dd',
  lineColor: '#7d776c',
  textColor: '#262420',
  noteBkgColor: '#fbf0dd',
  noteTextColor: '#262420',
  noteBorderColor: '#c5c0b5',
}
const dark = {
  background: '#262421',
  primaryColor: '#233530',
  primaryBorderColor: '#3f8a78',
  primaryTextColor: '#ebe8e2',
  secondaryColor: '#2f2c28',
  tertiaryColor: '#3a2d1a',
  lineColor: '#a9a49b',
  textColor: '#ebe8e2',
  noteBkgColor: '#3a2d1a',
  noteTextColor: '#ebe8e2',
  noteBorderColor: '#4d4943',
}

/** Diagrams in the product's colors and fonts. */
export function diagramTheme(isDark: boolean): MermaidConfig {
  const fontFamily = "'Inter Variable', 'Noto Sans Arabic Variable', system-ui, sans-serif"
  return {
    theme: 'base',
    fontFamily,
    themeVariables: { ...(isDark ? dark : light), darkMode: isDark, fontFamily, fontSize: '14px' },
  }
}
