import type { Language } from '../language/languages.ts'
import { notesOf } from '../library/read-library.ts'
import { blocksOf, sayable, type Block } from './blocks.ts'
import { bestBlocks } from './select-sentences.ts'

type Form = (markdown: string, language: Language) => string

/** Every format by its names: those in the product's menu, and common custom ones. */
const forms: [RegExp, Form][] = [
  [/check ?list|cases à cocher|kiểm tra|清单|قائمة تحقق/i, listed(() => '- [ ] ')],
  [/number|step|numérot|étape|đánh số|bước|编号|步骤|مرقم|خطوة/i, listed((at) => `${at}. `)],
  [/bullet|list|puce|gạch|danh sách|要点|列表|نقاط|قائمة/i, listed(() => '- ')],
  [/table|tableau|bảng|表格|جدول/i, asTable],
  [/summary|short|résumé|court|tóm tắt|ngắn|摘要|简短|ملخص|قصير/i, asSummary],
  [/e-?mail|mail|courriel|thư|邮件|بريد/i, asEmail],
  [/report|rapport|báo cáo|报告|تقرير/i, asReport],
  [/question|hỏi|问答|سؤال/i, asQuestions],
  [/paragraph|đoạn|段落|فقرات/i, asParagraphs],
]

/** Returns the Markdown in the named format; unchanged if the format is unknown. */
export function formatAs(form: string, markdown: string, language: Language): string {
  const write = forms.find(([pattern]) => pattern.test(form))?.[1]
  return write ? write(markdown, language) : markdown
}

/** Headings and code stay; everything said becomes an item of a list below them. */
function listed(mark: (number: number) => string): Form {
  return (markdown, language) => {
    let number = 0
    const lines = units(markdown, language).map((block) => {
      if (block.kind !== 'heading' && block.kind !== 'code') return `${mark(++number)}${block.text}`
      if (block.kind === 'heading') number = 0
      return `\n${block.source}\n`
    })
    return lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }
}

function asTable(markdown: string, language: Language): string {
  const rows = sayable(units(markdown, language)).map(
    ({ text }, index) => `| ${index + 1} | ${text.replaceAll('|', '\\|')} |`,
  )
  return [`| # | ${notesOf(language)['point'] ?? ''} |`, '| --- | --- |', ...rows].join('\n')
}

function asParagraphs(markdown: string, language: Language): string {
  const lines = units(markdown, language).map((block) =>
    block.kind === 'heading' || block.kind === 'code'
      ? `\n\n${block.source}\n\n`
      : ended(block.text, language),
  )
  return lines
    .join(language === 'zh' ? '' : ' ')
    .replace(/ *\n\n */g, '\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function asSummary(markdown: string, language: Language): string {
  const said = sayable(units(markdown, language))
  const sentences = said.filter(({ kind }) => kind === 'sentence')
  const best = bestBlocks(sentences.length > 0 ? sentences : said, language, 3)
  return inOneParagraph(best, language)
}

/** As one paragraph; a colon before a removed block becomes a full stop. */
export const inOneParagraph = (blocks: Block[], language: Language): string =>
  blocks.map(({ text }) => ended(text.replace(/\s*[:：]$/u, ''), language)).join(language === 'zh' ? '' : ' ')

function asEmail(markdown: string, language: Language): string {
  const { subject = '', greeting = '', regards = '' } = notesOf(language)
  const title = units(markdown, language).find(({ kind }) => kind === 'heading')?.text
  const head = title === undefined ? [] : [`**${subject}${language === 'zh' ? '：' : ':'}** ${title}`]
  return [...head, greeting, asParagraphs(markdown.replace(/^#.*$/gm, ''), language), regards].join('\n\n')
}

function asReport(markdown: string, language: Language): string {
  const { report = '', details = '' } = notesOf(language)
  return [
    `## ${report}`,
    asSummary(markdown, language),
    `## ${details}`,
    markdown.replace(/^#(?=#*\s)/gm, '##'),
  ].join('\n\n')
}

/** Each heading becomes a question, answered by the text below it. */
function asQuestions(markdown: string, language: Language): string {
  const mark = language === 'zh' ? '？' : language === 'ar' ? '؟' : language === 'fr' ? ' ?' : '?'
  return markdown.replace(/^#{1,6}\s+(.+?)[\s?？؟:：]*$/gm, (_, text: string) => `**${text}${mark}**`)
}

/** Without separator rows and header rows of tables. */
function units(markdown: string, language: Language): Block[] {
  const blocks = blocksOf(markdown, language)
  return blocks.filter((block, at) => {
    if (block.kind !== 'row') return true
    const next = blocks[at + 1]
    return block.text !== '' && !(next?.kind === 'row' && next.text === '')
  })
}

const ended = (text: string, language: Language) =>
  /[.!?。！？؟:：…]["”»'*_]*$/u.test(text) ? text : `${text}${language === 'zh' ? '。' : '.'}`
