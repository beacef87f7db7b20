import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import type { ApiKey } from '../../publishers/api-key.ts'
import { listApiKeys } from '../../publishers/api-key-store.ts'
import { MOST_URL } from '../../request-log/request-log.ts'
import { findRequest } from '../../request-log/request-log-store.ts'
import { lastValue } from '../../signing/signature.ts'
import { type ArrivedBody, checkSignature, type SignatureReport } from '../../signing/signature-check.ts'
import { readSent, type SentRequest } from '../../signing/signature-recipe.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import { OneSignature, type SignatureAnswer, SignatureQuestion } from './signature-check-schemas.ts'

/** A check may block the whole service for a tenth of a second. */
const CHECKS = { requests: 30, lengthMs: 60_000 }

/** A request to check: with which key, and when it arrived. */
interface Case {
  apiKey: string
  sent: SentRequest
  arrived?: ArrivedBody
  at: number
}

/** Explains why a signature does not match. Owners only, because it uses the secret. */
export function signatureCheckRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Body: SignatureQuestion }>(
      '/signature-check',
      {
        config: { role: 'owner', invalid: 'Invalid Signature Data' },
        schema: contract({
          id: 'checkSignature',
          tags: ['Request log'],
          summary: 'Show what we sign of a request, and why a signature does not match',
          body: SignatureQuestion,
          answers: { 200: OneSignature },
        }),
      },
      async (req, reply) => {
        const { id } = req.publisher
        await requireWithinLimit(ctx, reply, id, 'signature-check', CHECKS)
        const { requestId } = req.body
        const question = requestId
          ? await fromLog(id, requestId, req.body.body)
          : fromAddress(req.body, ctx.now())
        const keys = await listApiKeys(ctx.db, id)
        const key = keys.find(({ key }) => key === question.apiKey)
        if (!key) throw notFound('API key', question.apiKey)
        const known = keys.map(({ key, name, secret }) => ({ apiKey: key, name, secret }))
        const report = checkSignature({
          ...question,
          key: known.find(({ apiKey }) => apiKey === key.key)!,
          others: known.filter(({ apiKey }) => apiKey !== key.key),
        })
        const { method, path } = question.sent
        const refusalKinds = refusalsOf(key, report, question.at)
        const data: SignatureAnswer = {
          ...{ apiKey: key.key, keyName: key.name, method, path },
          ...report,
          parameters: report.parameters.map(([name, value]) => ({ name, value })),
          refusals: refusalKinds.map((kind) => REFUSALS[kind]),
          refusalKinds,
        }
        return { data, ...OK }
      },
    )
    return Promise.resolve()
  }

  async function fromLog(publisherId: number, id: string, body = ''): Promise<Case> {
    const request = await findRequest(ctx.database.limits, publisherId, id)
    if (!request) throw notFound('Request', id)
    const { unsigned } = request
    if (!unsigned || unsigned.url.length >= MOST_URL)
      throw new AppError(
        'conflict',
        unsigned ? 'Its address was too long to be kept' : 'Its signature was right',
      )
    if (unsigned.bodySha256 === '') throw new AppError('conflict', 'Its body was too large to be kept')
    return {
      apiKey: request.apiKey,
      sent: readSent(request.method, unsigned.url, body),
      arrived: { sha256: unsigned.bodySha256, bytes: unsigned.bodyBytes },
      at: request.at,
    }
  }
}

function fromAddress({ apiKey, method, url, body }: SignatureQuestion, at: number): Case {
  if (!method || !url) {
    throw invalid({
      ...(!method && { method: 'Signature method is required' }),
      ...(!url && { url: 'Signature url is required' }),
    })
  }
  const sent = readSent(method, url, body ?? '')
  const key = apiKey || lastValue([...new URLSearchParams(sent.rawQuery)] as [string, string][], 'apiKey')
  if (!key) throw invalid({ apiKey: 'Signature apiKey is required where the address has none' })
  return { apiKey: key, sent, at }
}

type RefusalKind = SignatureAnswer['refusalKinds'][number]

const REFUSALS: Record<RefusalKind, string> = {
  off: 'The API key is switched off.',
  expired: 'The API key has expired.',
  sha256Only: 'The API key accepts only SHA-256 signatures.',
  onceOnly: 'The API key accepts each request once: it needs timestamp and nonce.',
}

/** Returns the reasons that would refuse the request despite a valid signature. */
function refusalsOf(
  key: ApiKey,
  { form, parameters }: Pick<SignatureReport, 'form' | 'parameters'>,
  at: number,
): RefusalKind[] {
  const names = new Set(parameters.map(([name]) => name))
  const once = names.has('nonce') && (names.has('timestamp') || form === 'sha256')
  const refuses: Record<RefusalKind, boolean> = {
    off: !key.active,
    expired: key.expiresAt !== null && key.expiresAt <= at,
    sha256Only: key.sha256Only && form === 'md5',
    onceOnly: key.onceOnly && !once,
  }
  return (Object.keys(REFUSALS) as RefusalKind[]).filter((kind) => refuses[kind])
}
