const asked = [
  /\b(?:summari[sz]e|summary|sum up|overview|tl;?dr|(?:main|key) points)\b/i,
  /\bwhat(?:'s| is| are| does| do)\b.{0,40}\b(?:files?|documents?|attachments?|pdf|report|spreadsheet|presentation|slides?)\b.{0,20}(?:\babout|\bsay|\bcontain|\?|$)/i,
  /\bwhat\b.{0,20}\bin\b.{0,20}\b(?:files?|documents?|pdf|attachments?)\b/i,
  /résum|synthèse|vue d['’]ensemble|points clés/i,
  /(?:qu['’]y a-t-il|de quoi parle|que (?:dit|contient)).{0,40}(?:fichiers?|documents?|pdf|rapport)/i,
  /tóm tắt|tổng quan|ý chính/i,
  /(?:tệp|tài liệu|văn bản|file).{0,30}(?:nói về gì|nói gì|có gì|về gì)/i,
  /总结|概括|概述|摘要|概要|(?:文件|文档|资料|附件).{0,12}(?:讲|说|写|包含|关于|有).{0,4}(?:什么|哪些)/,
  /لخص|لخّص|ملخص|تلخيص|نظرة عامة/,
  /(?:ماذا|عم|عمّ|ما الذي).{0,30}(?:الملف|المستند|الوثيقة|التقرير)/,
] as const

/** Returns whether a question is about a file as a whole ('What is in this file?'), so that its words find no passage. */
export const asksForSummary = (question: string): boolean => asked.some((pattern) => pattern.test(question))
