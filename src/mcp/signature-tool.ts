import { Type } from 'typebox'
import { lastValue } from '../publishers/signature.ts'
import { checkSignature } from '../publishers/signature-check.ts'
import { readSent, toSigned } from '../publishers/signature-recipe.ts'
import { maybe, text, type Tool, tool, type ToolSettings } from './tool.ts'

/** Finds out here, without a request, why a signature is refused. The secret stays out of what is told. */
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
      const named = lastValue(toSigned(sent).query, 'apiKey')
      if (named !== undefined && named !== apiKey) {
        return {
          verdict: 'unknown',
          problems: [
            {
              what: 'The request names another API key than the one this server was started with.',
              change:
                'Start it with that key and its secret, or ask an owner to look at the request log of the portal.',
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
