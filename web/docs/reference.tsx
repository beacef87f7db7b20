import { useEffect, useState } from 'preact/hooks'
import { type ApiDocument, type Operation as Described, operationsOf } from './document.ts'
import { KeyPanel } from './key-panel.tsx'
import { Operation } from './operation.tsx'
import { Overview } from './overview.tsx'
import type { Language } from './samples.ts'
import type { Key } from './sign.ts'

interface Group {
  name: string
  description?: string
  operations: Described[]
}

/** The overview, or the operations of one tag, with a table of contents and a search. */
export function Reference({ document }: { document: ApiDocument }) {
  const [key, setKey] = useState<Key>(() => ({ apiKey: keyInAddress(), secret: '', form: 'md5' }))
  const [language, setLanguage] = useState<Language>('curl')
  const groups = document.tags.map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }))
  const shown = useTagOfHash(groups)
  const { url } = document.servers[0]!
  return (
    <div class="docs">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Contents groups={groups} shown={shown} />
      <main id="main" tabindex={-1}>
        {shown ? (
          <>
            <h1>{shown.name}</h1>
            {shown.description && <p class="soft">{shown.description}</p>}
            {shown.operations.some(({ security }) => security.length > 0) && (
              <KeyPanel value={key} onChange={setKey} />
            )}
            {shown.operations.map((operation) => (
              <Operation
                key={operation.operationId}
                {...{ operation, url, language, setLanguage }}
                signingKey={key}
              />
            ))}
          </>
        ) : (
          <Overview document={document} />
        )}
      </main>
    </div>
  )
}

function Contents({ groups, shown }: { groups: Group[]; shown: Group | undefined }) {
  const [search, setSearch] = useState('')
  const matching = groups.map((group) => ({
    ...group,
    operations: group.operations.filter((operation) => matches(operation, search)),
  }))
  return (
    <nav aria-label="Operations">
      <a href="/docs/contents">All documentation</a>
      <a href="#overview">Overview and signing</a>
      <div class="search">
        <label class="hidden" for="search">
          Find an operation
        </label>
        <input
          id="search"
          type="search"
          placeholder="Find an operation"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <p class="hidden" role="status">
        {search && `${matching.flatMap(({ operations }) => operations).length} operations`}
      </p>
      {matching
        .filter(({ operations }) => operations.length > 0)
        .map(({ name, operations }) => (
          <details key={name} open={search !== '' || name === shown?.name}>
            <summary>{name}</summary>
            <ul>
              {operations.map(({ operationId, summary, method }) => (
                <li key={operationId}>
                  <a href={`#${operationId}`}>
                    <Method name={method} /> {summary}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        ))}
    </nav>
  )
}

/** The key that the admin portal gives to its link; no secret is in an address. */
function keyInAddress(): string {
  return new URLSearchParams(location.search).get('key') ?? ''
}

/**
 * Scrolls to the operation in the page's address. Returns its
 * tag, or undefined if there is no such operation.
 */
function useTagOfHash(groups: Group[]): Group | undefined {
  const [id, setId] = useState(location.hash.slice(1))
  useEffect(() => {
    const follow = () => {
      // The skip link changes the address too, but not the operation.
      if (location.hash !== '#main') setId(location.hash.slice(1))
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  // The browser looked for the element before it was rendered.
  useEffect(() => {
    const element = document.getElementById(id)
    if (element) element.scrollIntoView()
    else scrollTo(0, 0)
  }, [id])
  return groups.find(({ operations }) => operations.some(({ operationId }) => operationId === id))
}

export function Method({ name }: { name: string }) {
  return <span class={`method ${name.toLowerCase()}`}>{name}</span>
}

function matches({ summary, path, method, operationId }: Described, search: string): boolean {
  const text = `${method} ${path} ${summary} ${operationId}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
