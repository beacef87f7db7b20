import { useEffect, useState } from 'preact/hooks'
import type { Chapter, GuideData } from '../../src/http/pages/book.ts'

/** A page of the documentation, with the contents of all and a search in their headings. */
export function GuidePage({ path, page, contents }: GuideData) {
  return (
    <div class="docs book">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <a class="to-contents" href="#contents">
        All pages and a search
      </a>
      <Contents path={path} contents={contents} />
      <main id="main" tabindex={-1} class="guide" dangerouslySetInnerHTML={{ __html: page.html }} />
    </div>
  )
}

function Contents({ path, contents }: Omit<GuideData, 'page'>) {
  const [search, setSearch] = useState('')
  const canSearch = useScripts()
  const found = search.trim() === '' ? undefined : headingsWith(contents, search)
  return (
    <nav id="contents" aria-label="Documentation">
      <a href="/docs/contents" aria-current={path === 'contents' ? 'page' : undefined}>
        All documentation
      </a>
      <a href="/docs">API reference</a>
      {canSearch && (
        <div class="search">
          <label class="hidden" for="search">
            Find a section
          </label>
          <input
            id="search"
            type="search"
            placeholder="Find a section"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
      )}
      <p class="hidden" role="status">
        {found && `${found.length} sections`}
      </p>
      {found ? (
        <ul>
          {found.map(({ href, text, title }) => (
            <li key={href}>
              <a href={href}>
                <span>
                  {text} <span class="soft">{title}</span>
                </span>
              </a>
            </li>
          ))}
          {found.length === 0 && <li class="soft">No section has these words.</li>}
        </ul>
      ) : (
        contents.map(({ title, pages }) => (
          <details key={title} open={pages.some((other) => other.path === path)}>
            <summary>{title}</summary>
            <ul>
              {pages.map((other) => (
                <li key={other.path}>
                  <a href={`/docs/${other.path}`} aria-current={other.path === path ? 'page' : undefined}>
                    {other.title}
                  </a>
                  {other.path === path && <Sections headings={other.headings} />}
                </li>
              ))}
            </ul>
          </details>
        ))
      )}
    </nav>
  )
}

function Sections({ headings }: Pick<Chapter['pages'][number], 'headings'>) {
  return (
    <ul class="sections">
      {headings
        .filter(({ depth }) => depth === 2)
        .map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
    </ul>
  )
}

/** False until the script has taken over the page from the server, which can't search. */
function useScripts(): boolean {
  const [running, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  return running
}

/** Pages and headings that contain all words of a search. */
function headingsWith(contents: Chapter[], search: string) {
  const words = search.toLowerCase().split(/\s+/)
  const entries = contents.flatMap(({ pages }) =>
    pages.flatMap(({ path, title, headings }) => [
      { href: `/docs/${path}`, text: title, title: '' },
      ...headings.map(({ id, text }) => ({ href: `/docs/${path}#${id}`, text, title })),
    ]),
  )
  return entries.filter(({ text, title }) => {
    const whole = `${text} ${title}`.toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}
