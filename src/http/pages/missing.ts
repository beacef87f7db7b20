import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { AppError } from '../../errors.ts'
import { LANGUAGES } from '../../words/index.ts'
import { settleError } from '../errors.ts'
import type { FindAssets } from './assets.ts'
import { languageOf } from './language.ts'
import { sendMessage } from './page.ts'

const API = /^\/(apiv2|admin\/api)(\/|\?|$)/i

/** Returns whether a browser requests a page. Programs, and all paths of the APIs, get JSON. */
export function wantsPage(req: FastifyRequest): boolean {
  const looks = req.method === 'GET' || req.method === 'HEAD'
  const [best] = new Negotiator(req.raw).mediaTypes(['application/json', 'text/html'])
  return looks && !API.test(req.url) && best === 'text/html'
}

/** Sends the "not found" page. */
export function sendMissing(
  req: FastifyRequest,
  reply: FastifyReply,
  assets: FindAssets,
  error = new AppError('not_found', 'Not Found'),
): FastifyReply {
  const { notFoundTitle, notFoundText } = LANGUAGES[languageOf(req)].message
  reply.code(settleError(error, req, reply).status)
  return sendMessage(req, reply, assets('message'), { title: notFoundTitle, text: notFoundText })
}
