import { Type } from 'typebox'
import { lastValue } from '../signing/signature.ts'
import { checkSignature } from '../signing/signature-check.ts'
import { readSent, toSigned } from '../signing/signature-recipe.ts'
import { maybe, text, type Tool, tool, type ToolSettings } from './tool.ts'

/** Explains why a signature is refused, without a request. The result does not contain the secret. */
export function signatureTool({ apiKey, secret }: ToolSettings): Tool {
  return tool(
    {
      name: 'explain_signature',
      title: 'Explain a failed signature',
      description:
        'Why a signed request is refused with "API signature does not match": shows the text that has to be signed, with the secret masked, and looks for the usual mistakes. It needs the request exactly as it was sent. Nothing is sent.',
    },
    {
      method: Type.Enum(['GET', 'POST', 'PUT', 'DELETE', 'HEAD'], { description: 'As it was sent.' }),
      url: text('The whole address with its query, apiKey and apiSign among it.'),
      body: Type.Optional(
        Type.String({
          maxLength: 1_000_000,
          description: 'The body, byte for byte as it was sent; left out: none.',
        }),
      ),
      at: maybe('When it was sent, as ISO 8601; left out: now. The SHA-256 form is good for five minutes.'),
    },
    async ({ method, url, body = '', at }) => {
      const sent = readSent(method, url, body)
      const keyInUrl = lastValue(toSigned(sent).query, 'apiKey')
      if (keyInUrl !== undefined && keyInUrl !== apiKey) {
        return {
          verdict: 'unknown',
          problems: [
            {
              what: 'The request names another API key than the one this server was started with.',
              change:
                'Start it with that key and its secret, or ask an owner to look at the request log in the admin portal.',
            },
          ],
        }
      }
      const sentAt = at ? Date.parse(at) : Date.now()
      if (Number.isNaN(sentAt)) throw new Error('`at` has to be a time such as 2027-04-10T15:00:00Z')
      const key = { apiKey, name: 'this key', secret }
      const report = checkSignature({ key, others: [], sent, at: sentAt })
      const { form, matches, text: signText, signed, parameters, clock, problems } = report
      return {
        verdict: matches && problems.length === 0 ? 'right' : 'wrong',
        form,
        problems: problems.length > 0 || matches ? problems : [UNKNOWN],
        hasToBeSigned: signText,
        wasSigned: signed,
        parameters: parameters.map(([name, value]) => `${name}=${value}`),
        ...(clock && { clock }),
      }
    },
  )
}

const UNKNOWN = {
  what: 'It is none of the usual mistakes.',
  change: 'Compare the text that has to be signed with yours, byte for byte. The secret may be another one.',
}
