import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../web/admin')

/** Names, examples of what people type, and what is stored: the same in each language. */
const SAME_EVERYWHERE = [
  ...['Fasti', 'Ctrl K', '⌘K', 'npm start', 'journalctl -u fasti', 'docker logs', 'abcde-fghjk', 'https://'],
  ...['SVG', 'PNG', 'email', 'subscriber_reference', '{"order": "1234"}'],
  'Pasted table',
  // Headings of the file of events, and a format of spreadsheets.
  ...['Start date', 'Start time', 'End date', 'End time', 'yyyy-mm-dd hh:mm'],
]

/** Styles, drawings, shell commands, and the names of languages in themselves. */
const WITHOUT_TEXTS = ['theme.ts', 'kit/languages.ts', 'kit/qr.ts', 'developers/curl.ts']
const CSS = /var\(--|^<style|^input, |\d(px|fr)\b/

/** Props that people see or hear. */
const SEEN =
  /^(label|title|text|placeholder|description|name|about|sentence|note|hint|action|up|alt|what|empty|message|nothingFoundMessage|all|noun|error|aria-label|aria-description|aria-roledescription)$/
/** Functions that show their arguments. */
const SHOWN_BY = /^(done|failed|warn|ApiError|say)$/

/** The texts for people in a file, with their lines. */
function literalTexts(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const look = (node: ts.Node) => {
    const text = textOf(node)
    if (text !== undefined && isForPeople(node, text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${path.relative(ROOT, file)}:${line + 1} ${text}`)
    }
    ts.forEachChild(node, look)
  }
  look(source)
  return found
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return node.text.replaceAll(/\s+/g, ' ').trim()
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…').trim()
}

function isForPeople(node: ts.Node, text: string): boolean {
  if (!/\p{L}{2}/u.test(text) || SAME_EVERYWHERE.includes(text) || CSS.test(text)) return false
  if (ts.isJsxText(node)) return true
  const { holder, through } = holderOf(node)
  if (ts.isImportDeclaration(holder) || ts.isExportDeclaration(holder) || ts.isLiteralTypeNode(holder))
    return false
  if (ts.isJsxAttribute(holder) && !SEEN.test(holder.name.getText())) return false
  // A comparison, a key of an object, an index: code.
  if (through === 'code') return false
  if (isSentence(text)) return !isOfCode(holder)
  if (ts.isJsxAttribute(holder)) return /^\p{Lu}|\s/u.test(text)
  if (ts.isJsxExpression(holder)) return /^\p{Lu}/u.test(text)
  if (ts.isPropertyAssignment(holder))
    return SEEN.test(holder.name.getText().replaceAll(/['"]/g, '')) && /^\p{Lu}/u.test(text)
  if (ts.isCallExpression(holder) || ts.isNewExpression(holder))
    return SHOWN_BY.test(holder.expression.getText()) && /^\p{Lu}/u.test(text)
  return false
}

/** Two words at least, as code does not have them. */
function isSentence(text: string): boolean {
  return /\p{L}{2,}[,.:;?…’]* \p{L}+/u.test(text)
}

/** Errors for developers, names of classes and keys of lists. */
function isOfCode(holder: ts.Node): boolean {
  if (ts.isNewExpression(holder)) return holder.expression.getText() === 'Error'
  return ts.isPropertyAssignment(holder) && /^(className|queryKey|key)$/.test(holder.name.getText())
}

/** The node that takes a value, behind brackets and choices. */
function holderOf(node: ts.Node): { holder: ts.Node; through?: 'code' } {
  const { parent } = node
  if (ts.isBinaryExpression(parent) && /^[=!]==?$|^in$/.test(parent.operatorToken.getText()))
    return { holder: parent, through: 'code' }
  if (ts.isConditionalExpression(parent) && parent.condition === node)
    return { holder: parent, through: 'code' }
  if (
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isBinaryExpression(parent) ||
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isArrayLiteralExpression(parent)
  )
    return holderOf(parent)
  if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent)) return { holder: parent.parent }
  return { holder: parent }
}

function filesOf(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder))
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((name) => !WITHOUT_TEXTS.includes(name))
    .map((name) => path.join(ROOT, name))
}

const FOLDERS = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'words')
  .map(({ name }) => name)

describe('the admin portal', () => {
  it.each(['', ...FOLDERS])('has no texts in its code, only in its words: %s', (folder) => {
    expect(filesOf(folder).flatMap(literalTexts)).toEqual([])
  })

  // A folder that has none left leaves the list.
})
