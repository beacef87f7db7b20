import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { reasonOf } from '../../src/reasons/reason.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** The folders whose messages reach pages of the admin portal. */
const FILES = globSync(
  [
    'src/{accounts,alerts,calendars,events,images,imports,net,publishers,series,sources,users,webhooks,widgets}/**/*.ts',
    'src/http/admin/*.ts',
    'src/schemas.ts',
  ],
  { cwd: ROOT },
).filter((file) => !file.endsWith('.test.ts'))

/** Files of which no message is shown in the portal: the widget, the command line, the API that imports use. */
const ELSEWHERE =
  /read-registration|registration-schema|page-state|over-api|import-target|api-attempt|series-over|alert-mail/

/** What only programs do wrong, since no page of the portal sends it. */
const OF_PROGRAMS =
  /^(Parameter |Event (body|ids|expectedModified|scope)|Account body|Callback idName|The API Key|cursor )|scope=|fileName|`next`|with - (in front|before)|in next|the id of a (request|series|notification)|a kind such|an action such|the (token|number|revision|text|bytes|whole address)|one of the|said in digest|one of content, text and url|calendarIds instead|svcId, or the name|id or reference of a calendar|a list of calendar ids|quickLink.* must be an object|^Event type must be|for a group of events|^Password can be|must be x$|not be (one of the commonest|the e-mail)|calendar ids with commas|svc_id|: to needs it|not taken together/

/** Values of which the portal offers a choice, and objects that it builds itself. */
const CHOSEN =
  /^x f must be (\S+|[\w-]+(, [\w-]+)* or [\w-]+|null, or .*|an object.*|a list of \w+(, .*)?|one of.*|an API key|\w+ or null|.*columns? keys.*|x|7)$|days up to 36500|x, x|2027-04-10, 2027-04-10/

/** The English sentences about faults in a file, with placeholders as `\0`. */
function messagesIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found: string[] = []
  const look = (node: ts.Node) => {
    const text = textOf(node)
    const message =
      text !== undefined && /\p{L}{2}[,:]? \p{L}/u.test(text) ? asMessage(node, text) : undefined
    if (message !== undefined) found.push(message)
    else ts.forEachChild(node, look)
  }
  look(source)
  return found
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('\0')
}

/** The whole sentence of a text in a place for messages; undefined for any other text. */
function asMessage(node: ts.Node, text: string): string | undefined {
  let holder = node.parent
  while (ts.isConditionalExpression(holder) || ts.isParenthesizedExpression(holder)) holder = holder.parent
  if (ts.isPropertyAssignment(holder)) {
    const name = holder.name.getText()
    if (name === 'accepts') return `x f must be ${text}`
    // The first part of this note stands in a variable.
    if (text.startsWith('\0, and ')) return `"x" has 7 dates up to 2027-04-10${text.slice(1)}`
    if (name === 'fault' || name === 'reason') return text
    if (name === 'message') return text
    const call = holder.parent.parent
    const isOnlyText = ts.isCallExpression(call) && call.arguments.length === 1
    return isOnlyText && call.expression.getText() === 'invalid' ? text : undefined
  }
  if (ts.isBinaryExpression(holder) && /^errors\b/.test(holder.left.getText())) return text
  if (ts.isNewExpression(holder))
    return /^(IcsFault|FetchFault)$/.test(holder.expression.getText()) ? text : undefined
  if (ts.isCallExpression(holder))
    return /^(unreadableFile|refused|fault|noPath|unsplittable)$/.test(holder.expression.getText())
      ? text
      : undefined
  return ts.isReturnStatement(holder) && /^(must|has|is|not) /.test(text) ? text : undefined
}

const SAMPLES = ['7', '1 to 7', '2027-04-10', 'x', 'must be a date as YYYY-MM-DD']

/** The sentences that a text can become. */
function filled(text: string): string[] {
  return text.includes('\0') ? SAMPLES.flatMap((sample) => filled(text.replace('\0', sample))) : [text]
}

describe('the service', () => {
  it.each(FILES.filter((file) => !ELSEWHERE.test(file)))(
    'has a code for each message that a page of the admin portal shows: %s',
    (file) => {
      const shown = messagesIn(file).filter(
        (text) => !OF_PROGRAMS.test(text) && !filled(text).some((one) => CHOSEN.test(one)),
      )
      const unknown = shown.filter((text) => !filled(text).some((one) => reasonOf(one)))
      expect(unknown.map((text) => text.replaceAll('\0', '{}'))).toEqual([])
    },
  )
})
