import type english from '../../en/mails/report-texts.ts'
import type { Translation } from '../../translation.ts'

/** Texts that the server writes into reports of data analyses. */
export default {
  method: '计算方法',
  methodText:
    'Atrium 对 {{files}} 运行了以下每条查询。表格中的所有数字都来自这些查询。查询和文字由模型编写。',
  query: '{{analysis}} 结果行数：{{count}}。',
  noRows: '查询没有返回任何行。',
  firstRows: '共 {{count}} 行，显示前 {{shown}} 行。',
} as const satisfies Translation<typeof english, 'zh'>
